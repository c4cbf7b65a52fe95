/**
 * Makes constants of a bundle's top level again. esbuild writes every top-level `const` of the sources as `var`, and
 * functions are variables as well; V8 then reads each of them from memory, and checks it, wherever compiled code uses
 * it: in the engine's hot path, which is many short functions over named places in rows, that was a quarter of all
 * instructions. What a `const` holds is compiled in. Lines stay what they are, so source maps keep naming them.
 */
import { readFileSync, writeFileSync } from 'node:fs'

const VARIABLE = /^var (\w+) =/
const FUNCTION = /^function (\w+)\(/
/** A name that is given another value: `x =`, `x +=`, `x ??=`, `x++`; no declaration, comparison, arrow or property. */
const ASSIGNED =
  /(?<![\w$.]|(?:const|let|var) )\b(\w+) *(?:(?:[-+*/%|&^]|<<|>>|>>>|\*\*|\?\?|\|\||&&)?=(?![=>])|\+\+|--)/g
const COUNTED = /(?:\+\+|--)(\w+)/g

/** What a function is declared as once its own name is that of a constant. */
const HOISTED = '$hoisted'

/**
 * The same bundle, in which whatever begins a line of the top level and is never given another value is a `const`.
 * Functions stay hoisted, for what is worked out at the start may call one that stands further down: the first line
 * makes constants of all of them. A name that is assigned anywhere, in whatever scope, is left alone.
 */
export function withConstants(code) {
  const assigned = new Set()
  for (const pattern of [ASSIGNED, COUNTED]) for (const [, name] of code.matchAll(pattern)) assigned.add(name)
  const functions = []
  const lines = code.split('\n').map((line) => {
    const variable = VARIABLE.exec(line)
    if (variable !== null && !assigned.has(variable[1])) return `const${line.slice('var'.length)}`
    const named = FUNCTION.exec(line)
    if (named === null || assigned.has(named[1])) return line
    functions.push(`${named[1]} = ${named[1]}${HOISTED}`)
    return `function ${named[1]}${HOISTED}${line.slice(named[0].length - 1)}`
  })
  return (functions.length === 0 ? '' : `const ${functions.join(', ')}; `) + lines.join('\n')
}

/** {@link withConstants} for a file that has just been written. */
export const makeConstant = (path) => writeFileSync(path, withConstants(readFileSync(path, 'utf8')))
