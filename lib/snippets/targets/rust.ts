import { absoluteUrl, isAscii, listAbsent, type Field } from '../../adapters/message.js';
import { escapeBraced, quoteDouble } from '../languages/literals.js';
import { addLines, type Target } from '../target.js';

/** The text as a string literal of Rust. */
export const quoteRust = (text: string) => quoteDouble(text, escapeBraced);

/** Text that isn't ASCII as bytes: the crate `http` takes others of a `str` for invalid. */
const fieldCode = ([name, value]: Field) =>
  `.header(${quoteRust(name)}, ${quoteRust(value)}${isAscii(value) ? '' : '.as_bytes()'})`;

/** A program for Rust with version 3 of the crate `ureq`, which leaves a url unchanged. */
export const rust = {
  target: 'rust',
  label: 'Rust (ureq 3)',
  language: 'rust',
  file: 'main.rs',
  redirects: 'ureq sends GET without the body at 301, 302 and 303, and fails at 307 and 308.',
  convert(message) {
    const { method, headers, body } = message;
    // Without a body, ureq would send one of these methods in chunks.
    const noBody = /^(?:POST|PUT|PATCH)$/.test(method) ? '""' : '()';
    return `fn main() -> Result<(), Box<dyn std::error::Error>> {
    let agent = ureq::Agent::config_builder()
        .http_status_as_error(false)${addLines('        ', [
          (method === 'QUERY' || (body && method === 'DELETE')) && '.allow_non_standard_methods(true)',
          // ureq adds these fields, unless its defaults for them are empty.
          ...listAbsent(message, ['accept', 'accept-encoding', 'user-agent']).map(
            (name) => `.${name.replace('-', '_')}("")`,
          ),
        ])}
        .build()
        .new_agent();
    let request = ureq::http::Request::builder()
        .method("${method}")
        .uri(${quoteRust(absoluteUrl(message, 'Rust'))})${addLines('        ', headers.map(fieldCode))}
        .body(${body ? quoteRust(body.text) : noBody})?;
    let mut response = agent.run(request)?;
    println!("{} {}", response.status().as_u16(), response.body_mut().read_to_string()?);
    Ok(())
}
`;
  },
} as const satisfies Target;
