import { format } from '../../src-main/contract/units.ts';
import { useApp } from '../state/context.ts';
import { hrefOf } from '../state/route.ts';
import { plural, wallRange } from '../ui/format.ts';

/** Device, driver, the active run and the database, at the foot of every screen. */
export function StatusBar() {
  const app = useApp();
  const machine = app.doctor.state.value.value?.machine;
  const problems = app.doctor.state.value.value?.checks.filter(
    ({ status }) => status === 'missing',
  );
  const [gpu] = machine?.gpus ?? [];
  return (
    <footer class="status-bar">
      <span class="status-part" title={machine?.cpuModel}>
        {machine === undefined ? 'Looking at this machine …' : (gpu?.name ?? machine.cpuModel)}
      </span>
      {machine === undefined ? null : (
        <span class="status-part">
          {gpu === undefined ? 'No GPU' : driverText(machine.versions.driver)}
        </span>
      )}
      {problems === undefined || problems.length === 0 ? null : (
        <a class="status-part warn" href="#/home">
          {plural(problems.length, 'thing')} missing
        </a>
      )}
      <span class="grow" />
      <ActiveRun />
      <Waiting />
      <Database />
      <span class="status-part">
        {app.connected.value ? app.client.host === 'desktop' && 'Desktop' : 'Not connected'}
      </span>
    </footer>
  );
}

const driverText = (driver: string | undefined) =>
  driver === undefined ? 'Driver unknown' : `Driver ${driver}`;

/** The run that is measured here, or by another process: how far it says it is, or how many of its cases are stored. */
function ActiveRun() {
  const app = useApp();
  const own = app.live.progress.value;
  const other = own?.status === 'running' ? null : app.elsewhere.run.value;
  const told = other === null ? own : app.elsewhere.live.progress.value;
  const current = told?.status === 'running' && (other === null || told.runId === other.id);
  const progress = current ? told : null;
  if (progress === null && other === null) return <span class="status-part muted">Idle</span>;
  const { done = 0, total = 0 } = progress ?? {
    done: (other?.ok ?? 0) + (other?.failed ?? 0) + (other?.skipped ?? 0),
    total: other?.cases,
  };
  return (
    <a
      class="status-part active-run"
      href={hrefOf({ screen: 'live' })}
      title={other === null ? undefined : `${other.title}, measured by another process`}
    >
      <progress
        class="progress small"
        max={Math.max(1, total)}
        value={done}
        aria-label={`Progress of ${other === null ? 'the active run' : 'a run of another process'}`}
      />
      {other === null ? '' : 'Another process: '}
      {done} of {plural(total, progress === null ? 'case' : 'measurement')}
      {other === null ? `, ${Math.floor((100 * done) / Math.max(1, total))} %` : ''}
      {progress?.etaS == null ? '' : `, ${wallRange(progress.etaS)} left`}
    </a>
  );
}

/** How much waits for the machine here. */
function Waiting() {
  const { length } = useApp().queue.queued.value;
  return length === 0 ? null : (
    <a class="status-part active-run" href={hrefOf({ screen: 'live' })}>
      {length} queued
    </a>
  );
}

/** Which database the window shows: folder and file, with a warning where its place has one. */
function Database() {
  const { value, failure } = useApp().storage.state.value;
  if (failure !== null) {
    return (
      <a class="status-part warn" href="#/settings" title={failure.message}>
        Database not readable
      </a>
    );
  }
  if (value === null) return null;
  const { file, bytes, warnings } = value;
  const shown = file.split(/[\\/]/).slice(-2).join('/');
  return (
    <a
      class={warnings.length > 0 ? 'status-part database warn' : 'status-part database'}
      href="#/settings"
      aria-label={`Database ${shown}`}
      title={[`Database ${file}, ${format(bytes, 'bytes')}`, ...warnings].join('\n')}
    >
      <span class="path">{shown}</span>
    </a>
  );
}
