import { useLayoutEffect, useRef } from 'preact/hooks';

/** Listens on the window while a view is there, with its newest handler. */
export function useWindow<E extends Event>(name: string, handler: (event: E) => void): void {
  const latest = useRef(handler);
  latest.current = handler;
  useLayoutEffect(() => {
    const listen = (event: Event) => latest.current(event as E);
    window.addEventListener(name, listen);
    return () => window.removeEventListener(name, listen);
  }, [name]);
}
