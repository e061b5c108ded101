import type { Check } from '../../src-main/contract/machine.ts';
import { CopyButton } from './button.tsx';
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
                <p>{check.fix.replaceAll('`', '')}</p>
                <CopyCommand fix={check.fix} />
              </div>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** What stands between backticks in a fix is a command; a fix without one has nothing to paste. */
function CopyCommand({ fix }: { readonly fix: string }) {
  const command = /`([^`]+)`/.exec(fix)?.[1];
  return command === undefined ? null : (
    <CopyButton text={command} what="The command">
      Copy command
    </CopyButton>
  );
}
