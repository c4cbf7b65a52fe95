/**
 * The SDK's methods of calls that need nothing but to be sent, as source text: where each call goes, and the typed methods with
 * what their fields mean, in which units, and what they are refused with. Everything comes from the call's file.
 */
import {
  CALL_LIST,
  fieldsOf,
  fieldText,
  type NamedCall,
  type QueryField,
  type SchemaField,
} from '@vest/protocol'
import { format } from 'prettier'
import { z } from 'zod'

export const SDK_METHODS_FILE = 'clients/sdk/src/callMethods.ts'
const STYLE = {
  parser: 'typescript',
  semi: false,
  singleQuote: true,
  printWidth: 110,
  trailingComma: 'all',
} as const

const isWritten = ({ sdk, isSigned }: NamedCall): boolean => sdk === 'written' || isSigned === true
const calls = CALL_LIST.filter(({ sdk }) => sdk !== 'none')
const sent = calls.filter((call) => !isWritten(call))

export const sdkMethodsText = (): Promise<string> =>
  format(
    `/**
 * Where every call goes, and the methods of those that need nothing but to be sent. Written by
 * \`node tools/program.mjs reference\` from the files of the calls; methods that do more stand beside this file.
 * Errors by their names stand in \`errors.ts\`.
 */
import type { AnswerOf, BodyOf } from '@vest/protocol'

/** Method and path; \`key\` where the call carries the API key; last, the field that the method takes alone. */
export const SENT = {
${sent.map(routeLine).join('\n')}
} as const

/** Of calls whose methods are written by hand. */
export const WRITTEN = {
${calls.filter(isWritten).map(routeLine).join('\n')}
} as const

${calls.filter(hasQueryType).map(queryType).join('\n')}

export interface SentCalls {
${sent.map(method).join('\n')}
}
`,
    STYLE,
  )

const routeLine = ({ name, auth, method, path, sdk }: NamedCall): string =>
  `${name}: '${[auth === 'key' ? 'key' : 'public', method, path, ...(typeof sdk === 'object' ? [sdk.argument] : [])].join(' ')}',`

// ------------------------------------------------------------ queries

const queryOf = (call: NamedCall): readonly (readonly [string, QueryField])[] =>
  Object.entries(call.query ?? {})
const hasQueryType = (call: NamedCall): boolean =>
  call.method === 'GET' && queryOf(call).length > 0 && typeof call.sdk !== 'object'
const queryTypeName = ({ name }: NamedCall): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}Query`
const isAllOptional = (call: NamedCall): boolean => queryOf(call).every(([, { isRequired }]) => !isRequired)

const queryType = (call: NamedCall): string => `
/** What \`${call.name}\` is asked with. */
export interface ${queryTypeName(call)} {
${queryOf(call)
  .map(
    ([name, field]) =>
      `  /** ${field.isList ? field.text.replace(/^Comma list of (.)/, (_, first: string) => first.toUpperCase()) : field.text} */
  readonly ${name}${field.isRequired ? '' : '?'}: ${typeOfField(field)}${field.isRequired ? '' : ' | undefined'}`,
  )
  .join('\n')}
}`

interface JsonType {
  readonly type?: string
  readonly enum?: readonly string[]
}

function typeOfField({ schema, isList }: QueryField): string {
  const { type, enum: choices } = z.toJSONSchema(schema, { io: 'input' }) as JsonType
  if (isList) return 'string | readonly string[]'
  if (choices?.toSorted().join() === 'false,true') return 'boolean'
  if (choices) return choices.map((choice) => `'${choice}'`).join(' | ')
  return type === 'integer' || type === 'number' ? 'number' : 'string'
}

// ------------------------------------------------------------ methods

interface Argument {
  readonly name: string
  readonly type: string
  readonly isOptional: boolean
  readonly text: string
}

function argumentsOf(call: NamedCall): readonly Argument[] {
  const params = Object.entries(call.params ?? {}).map(([name, field]) => ({
    ...{ name, type: typeOfField(field), isOptional: false, text: field.text },
  }))
  return [...params, ...inputOf(call)]
}

function inputOf(call: NamedCall): readonly Argument[] {
  const { name, sdk, body, query = {} } = call
  if (typeof sdk === 'object') {
    const field = query[sdk.argument]
    return field
      ? [
          {
            ...{ name: sdk.argument, type: typeOfField(field), text: field.text },
            isOptional: !field.isRequired,
          },
        ]
      : [bodyField(call, sdk.argument)]
  }
  if (body)
    return [
      {
        ...{ name: 'body', type: `BodyOf<'${name}'>`, isOptional: false },
        text: fieldLines(fieldsOf(body, 'input', call.fields)),
      },
    ]
  if (!hasQueryType(call)) return []
  return [{ name: 'query', type: queryTypeName(call), isOptional: isAllOptional(call), text: '' }]
}

function bodyField({ name, body, fields }: NamedCall, field: string): Argument {
  const found =
    body && fieldsOf(body, 'input', fields).find((each) => each.name === field && each.depth === 0)
  if (!found) throw new Error(`${name} has no field ${field} that its method could take alone`)
  return {
    ...{ name: field, type: `BodyOf<'${name}'>['${field}']`, isOptional: !found.isRequired },
    text: found.text ?? fieldText(fields, field) ?? '',
  }
}

function method(call: NamedCall): string {
  const args = argumentsOf(call)
  return `
  /**
${comment(call, args)}
   */
  ${call.name}(${args.map(({ name, type, isOptional }) => `${name}${isOptional ? '?' : ''}: ${type}${isOptional ? ' | undefined' : ''}`).join(', ')}): Promise<AnswerOf<'${call.name}'>>`
}

function comment(call: NamedCall, args: readonly Argument[]): string {
  const answer = fieldsOf(call.answer, 'output', call.fields)
  const own = call.refusals ?? []
  const kind = call.auth === 'key' ? 'PrivateReadError' : 'ReadError'
  return [
    call.summary,
    ...(call.auth === 'key' ? [KEYS[call.scope]] : []),
    ...(call.outside === undefined ? [] : ['An exchange without this part answers 503 with code 0.']),
    ...args.flatMap(({ name, text }) =>
      text === '' ? [] : [`@param ${name}${text.startsWith('\n') ? '' : ' '}${text}`],
    ),
    ...(answer.length === 0 ? [] : [`@returns${fieldLines(answer)}`]),
    `@throws \`CallError<'${call.name}'>\`: ${own.length === 0 ? '' : `${own.join(', ')}, and `}what \`${kind}\` names.`,
  ]
    .flatMap((text) => text.split('\n'))
    .flatMap((line) => wrapped(line.replaceAll('*/', '*\\/')))
    .map((line) => `   * ${line}`)
    .join('\n')
}

/** In lines of a comment; what goes on stands further in. */
function wrapped(text: string): readonly string[] {
  const indent = /^ */.exec(text)![0]
  const lines: string[] = []
  for (const word of text.trim().split(' ')) {
    const last = lines.at(-1)
    if (last === undefined) lines.push(indent + word)
    else if (last.length + 1 + word.length <= LINE_CHARS) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(`${indent}  ${word}`)
  }
  return lines
}
const LINE_CHARS = 110

const KEYS = {
  read: 'With a key that may read.',
  trade: 'With a key that may trade.',
  full: 'With the key of a session alone.',
} as const

/** A list, as editors show it: what stands inside of another field stands further in. */
const fieldLines = (fields: readonly SchemaField[]): string =>
  fields
    .filter(({ name }) => name !== '')
    .map(
      ({ name, depth, type, isRequired, text }) =>
        `\n${'  '.repeat(depth)}- \`${name}${isRequired ? '' : '?'}\` ${type}${text === undefined ? '' : `: ${text}`}`,
    )
    .join('')
