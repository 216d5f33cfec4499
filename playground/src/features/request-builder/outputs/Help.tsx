import { IS_RELEASED } from '../../../ui/released.js';

interface HelpProps {
  readonly code: string;
  readonly address: string | undefined;
  readonly isReleased?: boolean;
}

/** The code of a problem, as a link to its documentation, or with the command that serves it until the site is public. */
export function Help({ code, address = '', isReleased = IS_RELEASED }: HelpProps) {
  if (!isReleased)
    return (
      <>
        <code>{code}</code>{' '}
        <span className="note">npm run docs serves {address.slice(address.indexOf('guides/'))}</span>
      </>
    );
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {code}
    </a>
  );
}
