/** The channels between a window and the main process. */
export const invokeChannel = 'breakeven:invoke';
export const eventChannel = 'breakeven:event';
/** A folder or file that the user dropped into a window, by its path. */
export const dropChannel = 'breakeven:drop';
