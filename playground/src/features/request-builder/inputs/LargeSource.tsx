import { useEffect, useRef, useState, type InputEvent, type RefObject } from 'react';
import { describeSize } from '../../../json/size.js';
import { LiteralError } from '../../../json/literal.js';
import { CODE_INPUT, ProblemText, takeFocus } from '../../../ui/fields.js';
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

/** Holds the edited text of a field while it isn’t applied, also after the field is gone; an undo that takes it back closes the field. */
function useHeldText(field: RefObject<HTMLTextAreaElement | null>, { held, onHold, onClose }: LargeTextProps) {
  const isEdited = useRef(held !== undefined);
  const wasHeld = useRef(held !== undefined);
  const leave = () => {
    isEdited.current = false;
    onClose();
  };
  useEffect(() => {
    const { current } = field;
    current?.focus();
    return () => {
      if (isEdited.current) onHold(current?.value);
    };
  }, [field, onHold]);
  useEffect(() => {
    if (wasHeld.current && held === undefined) leave();
    wasHeld.current = held !== undefined;
  });
  const onInput = ({ currentTarget }: InputEvent<HTMLTextAreaElement>) => {
    if (!isEdited.current) onHold(currentTarget.value);
    isEdited.current = true;
  };
  const close = () => {
    onHold(undefined);
    leave();
  };
  return { onInput, close };
}

/** A large text without colours, read when it is applied. */
function LargeTextField(props: LargeTextProps) {
  const { form, held, onApply } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const [problem, setProblem] = useState<string>();
  const [text] = useState(() => held ?? JSON.stringify(writeSource(form), null, 2));
  const { onInput, close } = useHeldText(field, props);
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
        onInput={onInput}
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

/** The source of a form that is too large for the editor: its size, and on request a plain field. */
export function LargeSource(props: Omit<LargeTextProps, 'onClose'>) {
  const { form, held } = props;
  const [isOpen, setOpen] = useState(false);
  if (isOpen || held !== undefined) return <LargeTextField {...props} onClose={() => setOpen(false)} />;
  return (
    <div className="value-folded">
      <span>The options hold {describeSize('', measureSource(form))}.</span>
      <button type="button" className="button" ref={takeFocus} onClick={() => setOpen(true)}>
        Edit as text
      </button>
    </div>
  );
}
