declare module 'virtual:github-catalogue' {
  import type { CatalogueChunk } from './chunk.js';
  const chunk: CatalogueChunk;
  export default chunk;
}
