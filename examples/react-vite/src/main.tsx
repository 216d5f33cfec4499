import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Expansion } from './Expansion.tsx';
import { Issues } from './Issues.tsx';
import './style.css';

const root = document.querySelector('#root');
if (root === null) throw new Error('index.html has no element #root.');
createRoot(root).render(
  <StrictMode>
    <Issues />
    <Expansion />
  </StrictMode>,
);
