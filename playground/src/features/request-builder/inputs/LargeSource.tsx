import { useEffect, useRef, useState } from 'react';
import { describeSize } from '../../../json/size.js';
import { LiteralError } from '../../../json/literal.js';
import { CODE_INPUT, ProblemText, takeFocus } from '../../../ui/fields.js';
import type { BuilderProps } from '../model/build.js';
import type { Form } from '../model/form.js';
import { measureSource, readSource, writeText } from '../model/source.js';

interface LargeSourceProps {
  readonly form: Form;
  readonly dispatch: BuilderProps['dispatch'];
}

/** A large text without colours, read when it is applied. The first edit puts it into the form, and so does leaving the field. */
function LargeTextField({ form, dispatch, onClose }: LargeSourceProps & { readonly onClose: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [problem, setProblem] = useState<string>();
  const [text] = useState(() => writeText(form));
  const hold = (raw: string | undefined) => {
    dispatch((now) => ({ ...now, raw }));
    // From now on the text keeps the field open: an undo that takes it back closes the field.
    onClose();
  };
  useEffect(() => {
    const { current } = field;
    current?.focus();
    return () => {
      const raw = current?.value;
      // It may have been applied, cancelled or taken back.
      const edit = (now: Form) => (now.raw === undefined || now.raw === raw ? now : { ...now, raw });
      dispatch(edit);
    };
  }, [dispatch]);
  const apply = () => {
    try {
      dispatch(() => readSource(field.current?.value ?? text, form));
      onClose();
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
        onInput={({ currentTarget }) => form.raw === undefined && hold(currentTarget.value)}
      />
      <div id="large-source-problem">{problem !== undefined && <ProblemText>{problem}</ProblemText>}</div>
      <div className="value-folded">
        <button type="button" className="button" onClick={apply}>
          Apply
        </button>
        <button type="button" className="button button-quiet" onClick={() => hold(undefined)}>
          Cancel
        </button>
      </div>
    </>
  );
}

/** The source of a form that is too large for the editor: its size, and on request a plain field. */
export function LargeSource(props: LargeSourceProps) {
  const { form } = props;
  const [isOpen, setOpen] = useState(false);
  if (isOpen || form.raw !== undefined) return <LargeTextField {...props} onClose={() => setOpen(false)} />;
  return (
    <div className="value-folded">
      <span>The options hold {describeSize('', measureSource(form))}.</span>
      <button type="button" className="button" ref={takeFocus} onClick={() => setOpen(true)}>
        Edit as text
      </button>
    </div>
  );
}
