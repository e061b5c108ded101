import type { ParsedInput } from '../../contract/api.ts';
import { toFailure } from '../../contract/failure.ts';
import type { FigureSpec } from '../../contract/figure.ts';
import { machineClass } from '../../contract/machine-class.ts';
import type { Handlers } from '../../contract/procedure.ts';
import type { figureProcedures } from '../../contract/procedures/figures.ts';
import type { ExportedFile } from '../../contract/procedures/files.ts';
import type { FigureSource } from '../figures/source.ts';
import type { ApiContext, Opened } from './context.ts';

type Request = ParsedInput<'figure'>;

/** Figures of one run or of several, for the screen and as files. */
export function figuresApi({ open, measuring }: ApiContext): Handlers<typeof figureProcedures> {
  async function sourceOf(
    { store, comparer, reports }: Opened,
    runId: string,
  ): Promise<FigureSource> {
    const { figureSource } = await import('../figures/stored-source.ts');
    const { catalog } = await measuring.describe().catch(() => ({ catalog: null }));
    return figureSource(store, comparer, runId, reports.of(runId), catalog);
  }

  async function figure(
    request: Request,
  ): Promise<{ readonly spec: FigureSpec; readonly name: string }> {
    const opened = await open();
    const [{ parseRunVariant, settleSame }, { withView }] = await Promise.all([
      import('../store/reference.ts'),
      import('../figures/view.ts'),
    ]);
    const refs = settleSame(opened.store, request.refs ?? [request.ref]);
    const sides = [];
    for (const ref of refs) {
      const { run, variant } = parseRunVariant(ref);
      const runId = opened.store.resolve(run);
      sides.push({ runId, variant, source: await sourceOf(opened, runId) });
    }
    const classes = sides.map(({ runId }) => machineClass(opened.store.run(runId).machine).title);
    // A run of each class: what tells them apart is the machine.
    const named =
      sides.length > 1 && new Set(classes).size === sides.length
        ? sides.map((side, i) => ({ ...side, machine: classes[i] ?? side.runId }))
        : sides;
    const { source, spec } = await built(request, named);
    const laid = await overlaid(request, spec, source);
    return { spec: withView(laid, request.view), name: source.runIds.slice(0, 3).join('-') };
  }

  async function built(
    request: Request,
    sides: readonly {
      readonly runId: string;
      readonly variant: string | null;
      readonly source: FigureSource;
      readonly machine?: string;
    }[],
  ): Promise<{ readonly spec: FigureSpec; readonly source: FigureSource }> {
    const [{ buildFigure }, { speedupFigure }, joining] = await Promise.all([
      import('../figures/build.ts'),
      import('../figures/speedup.ts'),
      import('../figures/compared-runs.ts'),
    ]);
    const { checkSides, joinSides, sidesRequest, firstSide } = joining;
    const [only] = sides;
    if (only !== undefined && sides.length === 1) {
      const variants = only.variant === null ? request.variants : [only.variant];
      const { between } = request;
      if (between === undefined) {
        const spec = buildFigure(request.kind, only.source, { ...request, variants });
        return { source: only.source, spec };
      }
      const { betweenValues } = await import('../figures/between.ts');
      const views = (await open()).reports.between(only.runId, between);
      const asked = betweenValues(only.source, { ...request, variants }, between, views);
      return { source: asked.source, spec: buildFigure(request.kind, asked.source, asked.request) };
    }
    checkSides(sides);
    const source = joinSides(sides);
    const asked = sidesRequest(request, sides);
    const spec =
      request.kind === 'speedup'
        ? speedupFigure(source, asked, firstSide(sides))
        : buildFigure(request.kind, source, asked);
    return { source, spec };
  }

  async function overlaid(
    { published = [], hidden = [], workload, variants, over }: Request,
    spec: FigureSpec,
    { workloads, cases }: Pick<FigureSource, 'workloads' | 'cases'>,
  ): Promise<FigureSpec> {
    if (published.length === 0) return spec;
    const [{ withPublished }, { chooseSeries }] = await Promise.all([
      import('../figures/overlay.ts'),
      import('../figures/choose-series.ts'),
    ]);
    const id = workload ?? cases[0]?.workload;
    const drawn = workloads.find((one) => one.id === id);
    const axis = over ?? spec.over ?? drawn?.sizeAxis;
    const choice = chooseSeries(await allSeries(), published, { workload: id, axis, variants });
    const chosen = choice.filter(({ key }) => !hidden.includes(key));
    if (chosen.length === 0) return spec;
    return withPublished(spec, chosen, drawn);
  }

  async function allSeries() {
    const [{ publishedSeries }, { readPublished }] = await Promise.all([
      import('../study/known-studies.ts'),
      import('../study/published.ts'),
    ]);
    return readPublished().flatMap((study) => publishedSeries(study));
  }

  async function file(request: ParsedInput<'exportFigure'>): Promise<ExportedFile> {
    const { spec, name } = await figure(request);
    const { renderFigureFile } = await import('../figures/figure-file.ts');
    return renderFigureFile(spec, name, request);
  }

  return {
    figure: async (request) => (await figure(request)).spec,
    exportFigure: async (request) => ({ file: await file(request) }),
    async exportFigures({ figures }) {
      const files: ExportedFile[] = [];
      const failed: { readonly index: number; readonly message: string }[] = [];
      for (const [index, request] of figures.entries()) {
        try {
          files.push(named(await file(request), files));
        } catch (error) {
          const failure = toFailure(error);
          if (failure.code === 'internal') throw error;
          failed.push({ index, message: failure.message });
        }
      }
      return { files, failed };
    },
    async published({ workload, over }) {
      const { catalog } = await measuring.describe();
      const sizes = new Map(catalog.workloads.map(({ id, sizeAxis }) => [id, sizeAxis]));
      const found = await allSeries();
      return {
        series: found
          .filter(({ workload: about, axis }) => {
            if (workload === undefined) return sizes.has(about);
            return about === workload && axis === (over ?? sizes.get(workload));
          })
          .map(({ key, study, workload: about, axis, label, notes, points }) => ({
            key,
            study,
            workload: about,
            axis,
            label,
            note: notes.join(' '),
            points: points.length,
          })),
      };
    },
  };
}

/** A file of a batch under a name that no other has. */
function named(made: ExportedFile, others: readonly ExportedFile[]): ExportedFile {
  const dot = made.name.lastIndexOf('.');
  let { name } = made;
  for (let i = 2; others.some((other) => other.name === name); i += 1) {
    name = `${made.name.slice(0, dot)}-${i}${made.name.slice(dot)}`;
  }
  return { ...made, name };
}
