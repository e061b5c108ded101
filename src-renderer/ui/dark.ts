import { useEffect, useState } from 'preact/hooks';
import { useApp } from '../state/context.ts';

/** Whether the dark theme is shown: the setting, or else what the system asks for. */
export function useDark(): boolean {
  const { theme } = useApp().settings.value;
  const [system, setSystem] = useState(() => matchMedia('(prefers-color-scheme: dark)').matches);
  useEffect(() => {
    const query = matchMedia('(prefers-color-scheme: dark)');
    const onChange = () => setSystem(query.matches);
    query.addEventListener('change', onChange);
    return () => query.removeEventListener('change', onChange);
  }, []);
  return theme === 'system' ? system : theme === 'dark';
}
