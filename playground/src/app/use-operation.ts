import { useCallback, useEffect, useRef, useState } from 'react';
import { isRouteOf, type Operation } from '../features/catalogue/catalogue.js';
import type { Form } from '../features/request-builder/model/form.js';
import { load, OPERATION } from '../storage/device.js';
import { editBuilder, type DocumentAction } from './document/state.js';
import type { ChosenOperation } from './operation.js';

/** The catalogue's entry of the route that was chosen last, also in an earlier visit; undefined while the route is another. */
export function useOperation(embedded: boolean, route: string, dispatch: (action: DocumentAction) => void) {
  const [chosen, setChosen] = useState<ChosenOperation>();
  useEffect(() => {
    if (embedded || load(OPERATION) === undefined) return;
    const report = (loading: string | undefined) => dispatch(editBuilder({ loading }));
    report('The description of the route is loading.');
    const loadChosen = async () => {
      try {
        const { loadOperation } = await import('./operation.js');
        setChosen((now) => now ?? loadOperation());
      } catch (error) {
        // The request is the same without the description, which only warns.
        console.info('The description of the route could not be loaded.', error);
      }
      report(undefined);
    };
    void loadChosen();
  }, [embedded, dispatch]);
  const current = chosen !== undefined && isRouteOf(chosen.operation, route) ? chosen : undefined;
  const described = useRef<ChosenOperation>(undefined);
  useEffect(() => {
    // Most visits begin without one, and need no other state for that.
    if (described.current === current) return;
    described.current = current;
    dispatch(editBuilder({ findMissing: current?.findMissing }));
  }, [current, dispatch]);

  /** Fills the form from an operation, and goes to its first required value. Rejects if the operation can't be loaded. */
  const choose = useCallback(async (choosing: Promise<Operation>, before: () => Form, fill: (form: Form) => void) => {
    const [next, { chooseOperation }] = await Promise.all([choosing, import('./operation.js')]);
    chooseOperation(next, before(), fill, setChosen);
  }, []);
  return { operation: current?.operation, choose };
}
