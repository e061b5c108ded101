import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { App } from './index.ts';

export const AppContext = createContext<App | null>(null);

export function useApp(): App {
  const app = useContext(AppContext);
  if (app === null) throw new Error('a view stands outside of the application');
  return app;
}
