// Makes Node import the files of packages that a browser's bundler would choose.

import { register } from "node:module";

const HOOKS = `
export const resolve = (specifier, context, next) =>
  next(specifier, { ...context, conditions: [...context.conditions, "browser"] });`;

/** Applies to the imports after this call. */
export const preferBrowserBuilds = (): void => register(`data:text/javascript,${encodeURIComponent(HOOKS)}`);
