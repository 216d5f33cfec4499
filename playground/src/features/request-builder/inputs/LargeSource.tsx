import { useEffect, useRef, useState } from 'react';
import { describeSize } from '../../../json/size.js';
import { LiteralError } from '../../../json/literal.js';
import { CODE_INPUT, ProblemText } from '../../../ui/fields.js';
import type { Form } from '../model/form.js';
import { measureSource, writeSource } from '../model/source.js';

interface LargeTextProps {
  readonly form: Form;
  /** The text that was edited before, and isn't applied yet. */
  readonly held: string | undefined;
  /** Reads the edited text into the form; throws a LiteralError. */
  readonly onApply: (text: string) => void;
  /** Keeps an edited text that isn't applied yet, or forgets it. */
  readonly onHold: (text: string | undefined) => void;
  readonly onClose: () => void;
}

/** A large text without colours, read when it is applied. */
function LargeTextField({ form, held, onApply, onHold, onClose }: LargeTextProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [problem, setProblem] = useState<string>();
  const [text] = useState(() => held ?? JSON.stringify(writeSource(form), null, 2));
  const isEdited = useRef(held !== undefined);
  useEffect(() => {
    const { current } = field;
    current?.focus();
    return () => {
      if (isEdited.current) onHold(current?.value);
    };
  }, [onHold]);
  const close = () => {
    isEdited.current = false;
    onHold(undefined);
    onClose();
  };
  const apply = () => {
    try {
      onApply(field.current?.value ?? text);
      close();
    } catch (error) {
      if (!(error instanceof LiteralError)) throw error;
      setProblem(error.message);
      field.current?.focus();
      field.current?.setSelectionRange(error.position, error.position + 1);
    }
  };
  return (
    <>
      <textarea
        {...CODE_INPUT}
        ref={field}
        className="input textarea"
        rows={12}
        data-own-undo
        aria-label="Route and options as JSON"
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby="large-source-problem"
        defaultValue={text}
        onInput={({ currentTarget }) => {
          if (!isEdited.current) onHold(currentTarget.value);
          isEdited.current = true;
        }}
      />
      <div id="large-source-problem">{problem !== undefined && <ProblemText>{problem}</ProblemText>}</div>
      <div className="value-folded">
        <button type="button" className="button" onClick={apply}>
          Apply
        </button>
        <button type="button" className="button button-quiet" onClick={close}>
          Cancel
        </button>
      </div>
    </>
  );
}

/** Gives a button the focus of the field that it replaces. */
function takeFocus(button: HTMLButtonElement | null): void {
  if (document.activeElement === document.body) button?.focus();
}

/** The source of a form that is too large for the editor: its size, and on request a plain field. */
export function LargeSource(props: Omit<LargeTextProps, 'onClose'>) {
  const { form, held } = props;
  const [open, setOpen] = useState(held !== undefined);
  if (open) return <LargeTextField {...props} onClose={() => setOpen(false)} />;
  return (
    <div className="value-folded">
      <span>The options hold {describeSize('', measureSource(form))}.</span>
      <button type="button" className="button" ref={takeFocus} onClick={() => setOpen(true)}>
        Edit as text
      </button>
    </div>
  );
}
