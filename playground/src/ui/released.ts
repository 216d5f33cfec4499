/** Whether the site is public: `npm run generate` writes it. */
export const IS_RELEASED: boolean = false;
