import { type ReadonlySignal, signal } from '@preact/signals';
import { toFailure } from '../../src-main/contract/failure.ts';

export type Toast = {
  readonly id: number;
  readonly text: string;
  readonly tone: 'plain' | 'good' | 'bad';
  readonly action: { readonly label: string; readonly run: () => void } | null;
};

/** Says something at the edge of the window. */
export type SayToast = (text: string, more?: Partial<Pick<Toast, 'tone' | 'action'>>) => void;

export type Toasts = {
  readonly toasts: ReadonlySignal<readonly Toast[]>;
  readonly toast: SayToast;
  readonly dismiss: (id: number) => void;
  /** `attempt` with the toasts of this window. */
  readonly attempt: (what: string, act: () => Promise<unknown>) => Promise<boolean>;
};

/**
 * Does something. Where it fails a toast says why, after `what`; whoever cancelled it knows. True when it went well.
 */
export async function attempt(
  toast: SayToast,
  what: string,
  act: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    const { code, message } = toFailure(error);
    if (code !== 'cancelled') toast(`${what}: ${message}`, { tone: 'bad' });
    return false;
  }
}

const toastMs = 8000;

export function createToasts(): Toasts {
  const toasts = signal<readonly Toast[]>([]);
  let toastId = 0;
  const dismiss = (id: number) => {
    toasts.value = toasts.value.filter((toast) => toast.id !== id);
  };
  const toast: SayToast = (text, more = {}) => {
    toastId += 1;
    const id = toastId;
    const made: Toast = { id, text, tone: 'plain', action: null, ...more };
    // Said again, it stands once.
    toasts.value = [...toasts.value.filter((one) => one.text !== text), made].slice(-4);
    // What went wrong stays until it was read.
    if (more.tone !== 'bad') setTimeout(() => dismiss(id), toastMs);
  };
  return { toasts, toast, dismiss, attempt: (what, act) => attempt(toast, what, act) };
}
