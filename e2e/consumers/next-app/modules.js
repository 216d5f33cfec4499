/** For the compiler: the test replaces it by the file. */
export * from '../runtimes/modules.js';
