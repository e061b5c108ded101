/** What the browser of a desktop window asks of the main process under the double, and what that answers. */
export type DesktopQuestion =
  | { readonly ask: 'request'; readonly url: string; readonly method: string }
  | { readonly ask: 'leave'; readonly url: string }
  | {
      readonly ask: 'invoke';
      readonly url: string;
      /** Whether the call comes from the main frame of the one window. */
      readonly main: boolean;
      readonly words: readonly unknown[];
    }
  | { readonly ask: 'quit' };

export type DesktopAnswer =
  | {
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: Uint8Array;
    }
  /** The request would leave the machine, or the window its page: it is refused. */
  | { readonly refused: boolean }
  | { readonly reply: unknown }
  | { readonly error: string };

export type FromDesktop =
  | { readonly type: 'ready'; readonly preload: string; readonly page: string }
  | { readonly type: 'answer'; readonly id: number; readonly answer: DesktopAnswer }
  | { readonly type: 'event'; readonly channel: string; readonly data: unknown };

export type ToDesktop = { readonly id: number; readonly question: DesktopQuestion };
