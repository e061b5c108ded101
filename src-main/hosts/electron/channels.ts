/** The two channels between a window and the main process. */
export const invokeChannel = 'breakeven:invoke';
export const eventChannel = 'breakeven:event';
