import type { Check } from '../../src-main/contract/machine.ts';
import { CopyButton } from './copy-button.tsx';
import { Icon, type IconName } from './icon.tsx';

const checkIcons: Readonly<Record<Check['status'], IconName>> = {
  ok: 'check',
  warning: 'warning',
  missing: 'close',
};

/** What was looked for, what was found, and how to get what is missing. */
export function CheckList({ checks }: { readonly checks: readonly Check[] }) {
  return (
    <ul class="checks">
      {checks.map((check) => (
        <li key={check.id} class={check.status}>
          <Icon name={checkIcons[check.status]} />
          <div>
            <p>
              <strong>{check.title}</strong>
              <span class="visually-hidden"> ({check.status})</span> {check.found}
            </p>
            {check.fix === null ? null : (
              <div class="fix">
                <p>{check.fix}</p>
                <CopyButton text={check.fix} what="The fix">
                  Copy
                </CopyButton>
              </div>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
