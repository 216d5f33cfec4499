import { useCallback, useState } from 'react';
import { applyTheme, storedTheme, type Theme } from './theme.js';

export function useTheme(): readonly [theme: Theme, choose: (theme: Theme) => void] {
  const [theme, setTheme] = useState(storedTheme);
  const choose = useCallback((next: Theme) => {
    applyTheme(next);
    setTheme(next);
  }, []);
  return [theme, choose];
}
