import { render } from 'preact';
import { Shell } from './app.tsx';
import { createClient } from './client.ts';
import { AppContext } from './state/context.ts';
import { createApp } from './state/index.ts';
import './styles/index.css';

const app = createApp(createClient(), window);
app.connect();

const place = document.getElementById('app');
if (place !== null) {
  render(
    <AppContext.Provider value={app}>
      <Shell />
    </AppContext.Provider>,
    place,
  );
}
