import { useEffect, useState } from 'preact/hooks';
import { type Failure, toFailure } from '../../../src-main/contract/failure.ts';
import {
  type BatchKind,
  batchKinds,
  type Composed,
  type Composition,
  contentOf,
  emptyComposition,
  type FigureFormat,
  fileRequest,
  pixelsOf,
  readComposition,
  withContent,
} from '../../state/composition.ts';
import { useApp } from '../../state/context.ts';
import type { App, FigureRequest } from '../../state/index.ts';
import { Button, copyText, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { saveFile } from '../../ui/files.ts';
import { plural } from '../../ui/format.ts';
import { Menu, MenuEntry } from '../../ui/menu.tsx';
import { Failed, Loading } from '../../ui/page.tsx';
import { useCall } from '../../ui/use-call.ts';
import { exportFigure } from '../export.tsx';
import { ComposerForm } from './form.tsx';

/** Dots an inch of the preview: enough for the screen, whatever the file gets. */
const previewDpi = 150;
const pauseMs = 250;

type Props = { readonly request: FigureRequest; readonly onClose: () => void };

/** A figure for a paper, a thesis or a slide: what is seen is what the file will have. */
export function Composer({ request, onClose }: Props) {
  const app = useApp();
  const [composition, setComposition] = useState<Composition>(() =>
    emptyComposition(app.settings.value.figure, request),
  );
  const read = readComposition(composition);
  const { value: spec } = useCall('figure', withContent(request, contentOf(composition)));
  const { value: whole } = useCall('figure', withContent(request, {}));
  const composed = read.ok ? read.value : null;
  const preview = usePreview(request, composed);
  const save = (format: FigureFormat) => {
    if (composed !== null) void exportFigure(app, fileRequest(request, composed, format));
  };
  return (
    <Dialog label="Figure composer" kind="composer" onClose={onClose}>
      <div class="section-head">
        <h2>Figure composer</h2>
        <IconButton icon="close" label="Close" onClick={onClose} />
      </div>
      <div class="composer-main">
        <div class="composer-preview">
          {preview.failure !== null ? (
            <Failed what="This figure cannot be drawn" failure={preview.failure} />
          ) : preview.address === '' ? (
            <Loading what="the picture" />
          ) : (
            <img
              src={preview.address}
              alt={spec?.summary ?? 'The figure as it will be saved'}
              class={preview.drawing ? 'stale' : ''}
            />
          )}
          <p class="muted">
            {composed === null ? (read.ok ? '' : read.error) : `${pixelsOf(composed)} in the file.`}{' '}
            {composition.caption ? null : spec?.caption}
          </p>
        </div>
        <ComposerForm
          composition={composition}
          errors={read.errors}
          change={setComposition}
          spec={spec}
          whole={whole}
        />
      </div>
      <div class="composer-foot">
        <Batch request={request} composed={composed} />
        <span class="grow" />
        <Button
          icon="copy"
          disabled={composed === null}
          onClick={() => composed !== null && void copyPicture(app, request, composed)}
        >
          Copy picture
        </Button>
        <Button
          icon="copy"
          disabled={spec === null}
          onClick={() =>
            spec !== null &&
            void copyText(app, composition.captionText.trim() || spec.caption, 'The caption')
          }
        >
          Copy caption
        </Button>
        {(['csv', 'pdf', 'svg', 'png'] as const).map((format) => (
          <Button
            key={format}
            icon="download"
            tone={format === 'png' ? 'primary' : 'plain'}
            disabled={composed === null}
            onClick={() => save(format)}
          >
            {format.toUpperCase()}
          </Button>
        ))}
      </div>
    </Dialog>
  );
}

const copyPicture = (app: App, request: FigureRequest, composed: Composed) =>
  app.attempt('The picture was not copied', async () => {
    const picture = app.client
      .call('exportFigure', fileRequest(request, composed, 'png'))
      .then(({ file }) => new Blob([new Uint8Array(file.bytes)], { type: 'image/png' }));
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
    app.toast('The picture is on the clipboard.');
  });

type Preview = {
  readonly address: string;
  readonly drawing: boolean;
  readonly failure: Failure | null;
};

/** The file as a picture, drawn by the host like the file itself. */
function usePreview(request: FigureRequest, composed: Composed | null): Preview {
  const { client } = useApp();
  const [preview, setPreview] = useState<Preview>({ address: '', drawing: true, failure: null });
  const question = JSON.stringify([request, composed]);
  useEffect(() => {
    if (composed === null) return;
    let stale = false;
    setPreview((before) => ({ ...before, drawing: true }));
    const timer = setTimeout(() => {
      const options = { ...composed.options, dpi: previewDpi };
      client.call('exportFigure', fileRequest(request, { ...composed, options }, 'png')).then(
        ({ file }) => {
          if (stale) return;
          const blob = new Blob([new Uint8Array(file.bytes)], { type: file.mime });
          setPreview((before) => {
            if (before.address !== '') URL.revokeObjectURL(before.address);
            return { address: URL.createObjectURL(blob), drawing: false, failure: null };
          });
        },
        (error: unknown) => {
          if (!stale) setPreview({ address: '', drawing: false, failure: toFailure(error) });
        },
      );
    }, pauseMs);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [question, client]);
  return preview;
}

/** A request without a form is drawn in the first of its kind. */
function isSame(one: BatchKind, { kind, as }: BatchKind): boolean {
  return one.kind === kind && (as === undefined || one.as === as);
}

type BatchProps = { readonly request: FigureRequest; readonly composed: Composed | null };

/** Several figures of the same cases at once, all in the size and fonts that are chosen here. */
function Batch({ request, composed }: BatchProps) {
  const app = useApp();
  const shown = batchKinds.find((one) => isSame(one, request)) ?? request;
  const [kinds, setKinds] = useState<readonly BatchKind[]>([shown]);
  const toggle = (kind: BatchKind) =>
    setKinds(kinds.includes(kind) ? kinds.filter((each) => each !== kind) : [...kinds, kind]);
  const save = async (format: FigureFormat) => {
    if (composed === null) return;
    await app.attempt('Nothing was saved', async () => {
      const { files, failed } = await app.client.call('exportFigures', {
        // Texts and axes belong to the one figure that is shown; size, fonts and colours to all.
        figures: kinds.map((one) => ({
          ...withContent(request, composed.content),
          ...{ kind: one.kind, as: one.as, options: composed.options, format },
          ...(isSame(one, request) ? { view: composed.view } : {}),
        })),
      });
      for (const file of files) saveFile(file);
      if (files.length > 0) app.toast(`Saved ${plural(files.length, 'figure')}.`, { tone: 'good' });
      for (const { index, message } of failed) {
        app.toast(`${kinds[index]?.kind ?? 'A figure'} was not drawn: ${message}`, { tone: 'bad' });
      }
    });
  };
  return (
    <Menu label="Several at once" count={kinds.length} up>
      {batchKinds.map((one) => (
        <MenuEntry key={one.title} stays pressed={kinds.includes(one)} onClick={() => toggle(one)}>
          {one.title}
        </MenuEntry>
      ))}
      {(['png', 'svg', 'pdf', 'csv'] as const).map((format) => (
        <MenuEntry
          key={format}
          disabled={kinds.length === 0 || composed === null}
          onClick={() => void save(format)}
        >
          Save {plural(kinds.length, 'figure')} as {format.toUpperCase()}
        </MenuEntry>
      ))}
    </Menu>
  );
}
