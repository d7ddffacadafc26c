// Finds code that the compiler of React Native 0.71's engine miscompiles.

import { parse } from "acorn";

/**
 * Returns the variables in `code` that hermesc 0.12 misreads when it optimizes, as in every release of an app. A
 * function's `catch` or `finally` reads them, and an inner function assigns them. The value read is the one before the
 * `try`. Members of objects are not affected.
 */
export const misread = (code) => {
  const found = [];
  visit(parse(code, { ecmaVersion: "latest" }), (node) => {
    if (!isFunction(node)) return;
    const own = declared(node);
    const assigned = new Set();
    const read = new Set();
    within(node, (inner) => {
      if (isFunction(inner)) for (const name of assignedFreely(inner)) assigned.add(name);
      if (inner.type !== "TryStatement") return;
      const caught = new Set(names(inner.handler?.param));
      for (const part of [inner.handler?.body, inner.finalizer]) {
        for (const name of part ? identifiers(part) : []) if (!caught.has(name)) read.add(name);
      }
    });
    for (const name of read) {
      if (own.has(name) && assigned.has(name)) found.push(`${name} in ${code.slice(node.start, node.start + 120)}`);
    }
  });
  return found;
};

const isFunction = ({ type }) => type.includes("Function");

const children = (node) =>
  Object.values(node)
    .flat()
    .filter((child) => typeof child?.type === "string");

/** Visits a node and its descendants. */
const visit = (node, call) => {
  call(node);
  for (const child of children(node)) visit(child, call);
};

/** Visits the descendants of a node, including functions, but not what is in those. */
const within = (node, call) => {
  for (const child of children(node)) {
    call(child);
    if (!isFunction(child)) within(child, call);
  }
};

/** Returns the names that a pattern binds. */
const names = (pattern) => {
  if (!pattern) return [];
  if (pattern.type === "Identifier") return [pattern.name];
  const parts = pattern.elements ?? pattern.properties ?? [pattern.argument ?? pattern.left];
  return parts.flatMap((part) => names(part?.type === "Property" ? part.value : part));
};

/** Returns what a function declares, in any block of its own. */
const declared = (node) => {
  const own = new Set(node.params.flatMap(names));
  within(node, (inner) => {
    if (inner.type === "VariableDeclarator") for (const name of names(inner.id)) own.add(name);
    if (inner.type === "CatchClause") for (const name of names(inner.param)) own.add(name);
    if (inner.type === "FunctionDeclaration" || inner.type === "ClassDeclaration") own.add(inner.id.name);
  });
  return own;
};

/** Returns the outer names that a function assigns, or an inner one does. */
const assignedFreely = (node) => {
  const assigned = new Set();
  within(node, (inner) => {
    if (isFunction(inner)) for (const name of assignedFreely(inner)) assigned.add(name);
    if (inner.type === "AssignmentExpression") for (const name of assignedNames(inner.left)) assigned.add(name);
    if (inner.type === "UpdateExpression") for (const name of assignedNames(inner.argument)) assigned.add(name);
    const isLoop = inner.type === "ForOfStatement" || inner.type === "ForInStatement";
    if (isLoop) for (const name of assignedNames(inner.left)) assigned.add(name);
  });
  for (const name of declared(node)) assigned.delete(name);
  return assigned;
};

/** Members of objects are assigned as well, but are no names. */
const assignedNames = (target) =>
  target.type === "MemberExpression" || target.type === "VariableDeclaration" ? [] : names(target);

/** Returns the names that are used in a node, except in its functions. */
const identifiers = (node) => {
  const used = new Set();
  within({ node, type: "" }, (inner) => {
    if (inner.type === "Identifier") used.add(inner.name);
  });
  return used;
};
