import { type AxisDraft, type Draft, emptyDraft } from '../../src-renderer/state/draft.ts';
import { formCatalog } from './form-catalog.ts';

export const catalog = formCatalog(false);

export function fresh(): Draft {
  const draft = emptyDraft(catalog);
  if (draft === null) throw new Error('the catalog has no workload');
  return draft;
}

export function withAxis(draft: Draft, id: string, axis: AxisDraft): Draft {
  const [group] = draft.groups;
  if (group === undefined) throw new Error('no group');
  return { ...draft, groups: [{ ...group, axes: { ...group.axes, [id]: axis } }] };
}

export const list = (text: string): AxisDraft => ({ kind: 'number', text });
