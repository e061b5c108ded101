import { BreakevenError, badInput, toFailure } from '../../contract/failure.ts';
import type { RegisteredLab } from '../../contract/lab.ts';
import type { CheckedVariant } from '../../contract/procedures/labs.ts';
import type { Plan } from '../../contract/run.ts';
import type { Measuring } from '../engines/engines.ts';
import type { Lab } from '../lab/lab.ts';
import { keepCheck, keepFault } from '../lab/lab-checks.ts';
import { forgetLab, registeredLabs } from '../lab/lab-registry.ts';
import { type Trusting, trustContent, untrusted } from '../lab/lab-trust.ts';
import type { NotCompiled, OpenLabs } from '../lab/open-labs.ts';
import { readCheckedLab } from '../lab/read-lab.ts';
import type { VariantCode } from '../lab/run-code.ts';
import type { CheckRequest } from '../run/check-lab.ts';
import type { TakeLock } from '../run/run-lock.ts';
import type { LabVersions } from '../run/versions.ts';
import type { WatchRequest } from '../run/watch-lab.ts';
import type { Opened } from './context.ts';

export type LabActions = ReturnType<typeof labActions>;

/** How the code of two versions compares. */
export type ComparedCode = {
  /** Variants, without their side, whose versions are the same machine code. */
  readonly same: readonly string[];
  /** Versions that a compiler refused. */
  readonly notCompiled: readonly NotCompiled[];
};

type LabSurroundings = {
  readonly home: () => string;
  readonly labs: OpenLabs;
  readonly measuring: Measuring;
  readonly lock: TakeLock;
  readonly open: () => Promise<Opened>;
};

/** What hosts can do with labs. */
export function labActions({ home, labs, measuring, lock, open: opened }: LabSurroundings) {
  /** By its folder or by the id of a remembered one. */
  async function read(ref: string): Promise<Lab> {
    const known = registeredLabs(home()).find(({ id }) => id === ref);
    return await readCheckedLab(known?.path ?? ref, measuring.checkExpressions);
  }

  async function refuseTaken({ file, description: { id } }: Lab): Promise<void> {
    const { catalog } = await measuring.describe();
    const taken = catalog.workloads.some((workload) => workload.id === id);
    if (taken && !labs.ids().includes(id)) {
      const sentence = `${file}: id: "${id}" is a workload of this program; the key id gives the lab another one`;
      throw badInput(sentence);
    }
  }

  async function openRead(lab: Lab): Promise<Lab> {
    await refuseTaken(lab);
    const { id } = lab.description;
    labs.open(lab);
    // Nothing is compiled while another run is measured.
    const held = await lock(`the reference of the lab ${id}`);
    try {
      const { builds } = await labs.build(lab, new Map());
      const failed = builds.find(({ result }) => !result.ok);
      if (failed?.result.ok !== false) return lab;
      const what = failed.role === 'generate' ? 'generator' : failed.role;
      throw new BreakevenError(
        'bad-input',
        `the ${what} of the lab ${id} is not built: ${failed.result.reason}`,
        failed.result.log,
      );
    } finally {
      held.release();
    }
  }

  /** The window shows why a lab cannot be used, until its files change. */
  async function openOrTell(ref: string): Promise<Lab> {
    const lab = await read(ref);
    try {
      return await openRead(lab);
    } catch (error) {
      const failure = toFailure(error);
      if (failure.code === 'bad-input') keepFault(home(), lab, failure);
      throw error;
    }
  }

  /**
   * Opens a lab for this application, by its folder or by the id of a remembered one: from then on it is a workload.
   * Without `builds` nothing of it is compiled: its cases can only be planned.
   *
   * @throws BreakevenError `not-found`, `bad-input` with file, line and key.
   */
  async function open(ref: string, { builds = true } = {}): Promise<Lab> {
    const lab = await read(ref);
    if (builds) return await openRead(lab);
    await refuseTaken(lab);
    labs.open(lab, true);
    return lab;
  }

  return {
    open,
    /**
     * Opens two labs as one, with two versions of each variant that both have; each by its folder or the id of a remembered one.
     *
     * @throws BreakevenError as `open` does, and `bad-input` for two that cannot be compared.
     */
    async openVersions(base: string, head: string): Promise<LabVersions> {
      const { labOfVersions } = await import('../run/versions.ts');
      const versions = labOfVersions(await read(base), await read(head));
      await openRead(versions.lab);
      return versions;
    },
    /**
     * Opens a variant and the baseline of its lab as two versions of it.
     *
     * @throws BreakevenError as `open` does.
     */
    async openAgainstBaseline(ref: string, variant: string): Promise<Lab> {
      const { labAgainstBaseline } = await import('../run/versions.ts');
      return await openRead(labAgainstBaseline(await read(ref), variant));
    },
    /**
     * Opens two variants of a lab as base and head.
     *
     * @throws BreakevenError as `open` does, and `bad-input` for a variant that it does not have.
     */
    async openVariants(ref: string, base: string, head: string): Promise<Lab> {
      const { labOfVariants } = await import('../run/versions.ts');
      return await openRead(labOfVariants(await read(ref), base, head));
    },
    /** Opens a lab as `open` does, and does not remember where it is. */
    openOnce: async (folder: string): Promise<Lab> =>
      await openRead({ ...(await read(folder)), origins: new Map() }),
    /** Compiles what the cases of a plan need, alone on the machine, and says of which variants it need not be measured. */
    async compare(id: string, plan: Plan, signal: AbortSignal): Promise<ComparedCode> {
      const held = await lock(`the code of the lab ${id}`, signal);
      try {
        await labs.prepare(plan, { signal });
        return { same: labs.sameCode(id), notCompiled: labs.notCompiled(id) };
      } finally {
        held.release();
      }
    },
    /** Compiles and verifies variants of a lab at its sizes; alone on the machine. */
    async check(request: CheckRequest): Promise<readonly CheckedVariant[]> {
      const lab = await openOrTell(request.ref);
      const { checkLab } = await import('../run/check-lab.ts');
      const held = await lock(`the check of the lab ${lab.description.id}`, request.signal);
      try {
        const checked = await checkLab(lab, { labs, measuring }, request);
        keepCheck(home(), lab, checked);
        return checked;
      } finally {
        await measuring.supervisor.restart();
        held.release();
      }
    },
    /** Measures each version of a lab's variants as it is saved, until the signal. */
    async watch(request: WatchRequest): Promise<void> {
      const lab = await open(request.ref);
      const { watchLab } = await import('../run/watch-lab.ts');
      await watchLab(lab, { labs, measuring, lock }, request);
    },
    list: () => registeredLabs(home()),
    /** A lab with what of its content is not trusted. */
    async seen(ref: string) {
      const lab = await read(ref);
      return { lab, untrusted: untrusted(home(), lab) };
    },
    /** Lets the window and serve mode run a lab as it is now. @throws BreakevenError as `trustContent` does. */
    async trust(ref: string, trusting?: Trusting): Promise<RegisteredLab> {
      return trustContent(home(), await read(ref), trusting);
    },
    forget(ref: string): RegisteredLab {
      const forgotten = forgetLab(home(), ref);
      labs.close(forgotten.id);
      return forgotten;
    },
    notCompiled: labs.notCompiled,
    /** What the cases of a stored run were compiled from. */
    async code(ref: string): Promise<readonly VariantCode[]> {
      const [{ store }, { codeOfRun }] = await Promise.all([
        opened(),
        import('../lab/run-code.ts'),
      ]);
      return codeOfRun(store, ref);
    },
  };
}
