import { type ReadonlySignal, signal } from '@preact/signals';

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
};

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
    toasts.value = [...toasts.value, made].slice(-4);
    // What went wrong stays until it was read.
    if (more.tone !== 'bad') setTimeout(() => dismiss(id), toastMs);
  };
  return { toasts, toast, dismiss };
}
