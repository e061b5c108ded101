import { join } from 'node:path';
import type { Configuration } from '../../contract/configuration.ts';
import { badInput, notFound } from '../../contract/failure.ts';
import type { RegisteredLab } from '../../contract/lab.ts';
import { machineCodeKinds } from '../../contract/lab.ts';
import type { Handlers } from '../../contract/procedure.ts';
import type { labProcedures } from '../../contract/procedures/labs.ts';
import { codeDifferences } from '../lab/code-difference.ts';
import { registeredLabs } from '../lab/lab-registry.ts';
import { refuseUntrusted, trustCommand } from '../lab/lab-trust.ts';
import { noMachineCode } from '../lab/machine-code.ts';
import { labStarts, newLab, startNamed } from '../lab/new-lab.ts';
import type { OpenLabs } from '../lab/open-labs.ts';
import type { CheckExpressions } from '../lab/read-lab.ts';
import { codeOfRun, type VariantCode } from '../lab/run-code.ts';
import { commandWords } from '../util/paths.ts';
import type { ApiContext } from './context.ts';
import type { LabActions } from './lab-actions.ts';
import { createLabTasks, type LabTasks } from './lab-tasks.ts';
import { labView } from './lab-views.ts';

/** How the desktop app asks its user for a folder and shows one. Serve mode has none of it. */
export type Folders = {
  /** A folder or a file with a lab, or the folder that a new one is made in; null: the user chose none. */
  choose(purpose: 'folder' | 'file' | 'new'): Promise<string | null>;
  /** Whether the user trusts this content, `watch`: and each version that is saved while it is watched. */
  trusts(what: TrustQuestion): Promise<boolean>;
  show(folder: string): Promise<void>;
  /** A file with one of these ends of a name; null: none was chosen. */
  chooseFile(ends: readonly string[]): Promise<string | null>;
};

export type TrustQuestion = {
  readonly purpose: 'run' | 'watch';
  readonly folder: string;
  readonly digest: string;
  /** `omp.c changed`. */
  readonly files: readonly string[];
};

/** Characters of machine code that a window is given: a kernel of a library has more than anybody reads. */
const shownMachineCode = 1_000_000;

export type LabsPart = {
  readonly api: Handlers<typeof labProcedures>;
  /** Opens the labs that a configuration names and that are no workloads yet. */
  openNamed(configuration: Configuration): Promise<void>;
  /** Of a folder or file that was dropped into the desktop app. */
  trustDropped(path: string): Promise<{ readonly id: string | null }>;
  close: LabTasks['stop'];
};

export type LabsSurroundings = Pick<ApiContext, 'home' | 'open' | 'emit'> & {
  readonly labs: OpenLabs;
  readonly actions: LabActions;
  readonly folders: Folders | undefined;
  readonly checkExpressions: CheckExpressions;
  /** Throws while a run is measured: what is asked and compiled for a lab would disturb it. */
  readonly refuseWhileMeasuring: () => void;
};

/** Labs for windows: those that are remembered, by id. */
export function labsApi({
  home,
  open,
  emit,
  checkExpressions,
  labs,
  actions,
  folders,
  refuseWhileMeasuring,
}: LabsSurroundings): LabsPart {
  const tasks = createLabTasks(actions, emit);

  /** @throws BreakevenError `not-found`; a page names labs by id alone. */
  function known(id: string): RegisteredLab {
    const registered = registeredLabs(home()).find((one) => one.id === id);
    if (registered !== undefined) return registered;
    throw notFound(`no lab "${id}" is known here; "breakeven lab trust <folder>" adds one`);
  }

  /** @throws BreakevenError `not-found`, also for content that is not trusted, and `busy` while a run is measured. */
  async function labToUse(id: string): Promise<RegisteredLab> {
    const registered = known(id);
    refuseWhileMeasuring();
    const { lab } = await actions.seen(registered.path);
    refuseUntrusted(home(), lab);
    return registered;
  }

  /** Asks the user, and trusts what was shown and nothing that is saved meanwhile. Null: not trusted. */
  async function askTrust(path: string): Promise<{ readonly id: string | null }> {
    const ask = desktop('trusts code');
    const { lab, untrusted } = await actions.seen(path);
    const { id } = lab.description;
    if (untrusted === null) return { id };
    const { digest, files } = untrusted;
    const named = files.map(({ name, state }) => `${name} ${state}`);
    if (!(await ask.trusts({ purpose: 'run', folder: lab.path, digest, files: named }))) {
      return { id: null };
    }
    return { id: (await actions.trust(path, { digest })).id };
  }

  /** @throws BreakevenError `bad-input` outside of the desktop app. */
  function desktop(what: string): Folders {
    if (folders !== undefined) return folders;
    throw badInput(`only the desktop app ${what}; on the command line, "breakeven lab" does`);
  }

  /** A watch measures what is saved while it lasts. @throws BreakevenError `bad-input` where nobody can be asked. */
  async function asksForSaved({ path, trusted }: RegisteredLab): Promise<boolean> {
    if (folders !== undefined) {
      const digest = trusted ?? '';
      return await folders.trusts({ purpose: 'watch', folder: path, digest, files: [] });
    }
    throw badInput(
      `what is saved while a page watches is trusted at the terminal: ${trustCommand(path, '--saved')}`,
    );
  }

  async function code(ref: string): Promise<readonly VariantCode[]> {
    const { store } = await open();
    // A run of no lab has none; that is no fault here.
    return store.caseBuilds(store.resolve(ref)).size === 0 ? [] : codeOfRun(store, ref);
  }

  return {
    api: {
      labs: async () => ({
        labs: await Promise.all(
          registeredLabs(home()).map((lab) => labView(home(), lab, labs, checkExpressions)),
        ),
        folders: folders !== undefined,
        starts: labStarts(),
        program: commandWords().join(' '),
      }),
      async openLab({ id }) {
        return { id: (await actions.open((await labToUse(id)).id)).description.id };
      },
      checkLab: async ({ id, variants }) => ({
        checked: await tasks.check(await labToUse(id), variants),
      }),
      async watchLab({ id, variant, set }) {
        const lab = await labToUse(id);
        tasks.refuseBusy();
        if (!lab.saved && !(await asksForSaved(lab))) return null;
        return tasks.watch(lab, { variant, set });
      },
      async chooseFile({ ends }) {
        if (folders !== undefined) return { file: await folders.chooseFile(ends) };
        throw badInput(
          'only the desktop app has a dialog for files of its machine; write the path instead',
        );
      },
      labActivity: async () => tasks.current(),
      stopLab: async () => ({ stopped: await tasks.stop() }),
      async runCode({ ref }) {
        const found = await code(ref);
        const texts: Record<string, string> = {};
        for (const { build, sources } of found) {
          for (const { name, sha256 } of build.sources) {
            const text = sources.find((one) => one.name === name)?.text;
            if (text !== undefined) texts[sha256] = text;
          }
        }
        const builds = found.map(({ workload, variant, role, build }) => {
          const { ptx: _ptx, sass: _sass, ...shown } = build;
          const machineCode = machineCodeKinds.filter((kind) => build[kind] !== null);
          return { workload, variant, role, build: shown, machineCode };
        });
        return { builds, texts };
      },
      async machineCode({ ref, build: hash, kind }) {
        const match = (await code(ref)).find(({ build }) => build.hash === hash);
        if (match === undefined) {
          throw notFound(`the run ${ref} has no build ${hash.slice(0, 12)}`);
        }
        const { variant, build } = match;
        const text = build[kind];
        if (text === null) return { text, reason: noMachineCode(kind, variant), left: 0 };
        const shown = text.slice(0, shownMachineCode);
        return { text: shown, reason: null, left: text.length - shown.length };
      },
      codeDifference: async ({ before, after }) => ({
        variants: codeDifferences(await code(before), await code(after)),
      }),
      async forgetLab({ id }) {
        known(id);
        tasks.refuseFor(id);
        refuseWhileMeasuring();
        return { id: actions.forget(id).id };
      },
      async trustLab({ id, choose }) {
        const ask = desktop('trusts code');
        const path = id === undefined ? await ask.choose(choose) : known(id).path;
        return path === null ? { id: null } : await askTrust(path);
      },
      async newLab({ name, from }) {
        const ask = desktop('makes a lab');
        startNamed(from);
        if (registeredLabs(home()).some((one) => one.id === name)) {
          throw badInput(`a lab ${name} is remembered already`);
        }
        const parent = await ask.choose('new');
        if (parent === null) return { id: null };
        const folder = join(parent, name);
        newLab(folder, from);
        return { id: (await actions.trust(folder)).id };
      },
      async openLabFolder({ id }) {
        const ask = desktop('shows a folder');
        await ask.show(known(id).path);
        return { opened: true };
      },
    },
    async openNamed({ groups }) {
      const opened = new Set(labs.ids());
      const named = new Set(groups.map(({ workload }) => workload));
      for (const { id } of registeredLabs(home())) {
        if (named.has(id) && !opened.has(id)) await actions.open(id);
      }
    },
    trustDropped: askTrust,
    close: tasks.stop,
  };
}
