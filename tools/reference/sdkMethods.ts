/**
 * The SDK's methods of calls that need nothing but to be sent, as source text: where each call goes, and the typed methods with
 * what their fields mean, in which units, and what they are refused with. Everything comes from the call's file.
 */
import {
  CALL_GROUPS,
  CALL_LIST,
  fieldsOf,
  fieldText,
  type NamedCall,
  type QueryField,
  type SchemaField,
} from '@vest/protocol'
import { format } from 'prettier'
import { z } from 'zod'

const FOLDER = 'clients/sdk/src/calls'
const STYLE = {
  parser: 'typescript',
  semi: false,
  singleQuote: true,
  printWidth: 110,
  trailingComma: 'all',
} as const
const WRITTEN_BY = 'Written by `node tools/program.mjs reference` from the files of the calls.'

const isWritten = ({ sdk, isSigned }: NamedCall): boolean => sdk === 'written' || isSigned === true
const calls = CALL_LIST.filter(({ sdk }) => sdk !== 'none')
const sent = calls.filter((call) => !isWritten(call))
const CHAPTERS = CALL_GROUPS.filter((group) => calls.some((call) => call.group === group))

/** The files of the SDK that are made: where calls go, the methods of each chapter, and the door to both. */
export const sdkMethodFiles = (): Promise<readonly (readonly [file: string, text: string])[]> =>
  Promise.all(
    [
      ['routes', routesText()] as const,
      ...CHAPTERS.map((group) => [nameOf(group), chapterText(group)] as const),
      ['index', indexText()] as const,
    ].map(async ([name, text]) => [`${FOLDER}/${name}.ts`, await format(text, STYLE)] as const),
  )

const nameOf = (group: string): string => `${group.charAt(0).toLowerCase()}${group.slice(1)}Calls`
const typeOf = (group: string): string => `${group}Calls`

// ------------------------------------------------------------ files

const routesText = (): string => `/**
 * Where every call goes.
 * ${WRITTEN_BY}
 */
import type { Route } from './route.ts'

/** Of calls that need nothing but to be sent. */
export const SENT = {
${sent.map(routeLine).join('\n')}
} as const satisfies Readonly<Record<string, Route>>

/** Of calls whose methods are written by hand. */
export const WRITTEN = {
${calls.filter(isWritten).map(routeLine).join('\n')}
} as const satisfies Readonly<Record<string, Route>>
`

function routeLine({ name, auth, method, path, sdk }: NamedCall): string {
  const route = [auth === 'key' ? 'key' : 'public', method, path]
  return `${name}: ${JSON.stringify(typeof sdk === 'object' ? [...route, sdk.argument] : route)},`
}

function chapterText(group: string): string {
  const ofChapter = (call: NamedCall): boolean => call.group === group
  const methods = sent.filter(ofChapter).map(method).join('\n')
  const queries = calls.filter(ofChapter).filter(hasQueryType).map(queryType).join('\n')
  const types = ['AnswerOf', 'BodyOf'].filter((name) => methods.includes(`${name}<`))
  return `/**
 * The chapter ${group}: what its calls are asked with, and the methods of those that need nothing but to be sent. Errors by
 * their names stand in \`errors.ts\`. ${WRITTEN_BY}
 */
${types.length === 0 ? '' : `import type { ${types.join(', ')} } from '@vest/protocol'\n`}
${queries}

export interface ${typeOf(group)} {
${methods}
}
`
}

const indexText = (): string => `/**
 * The methods that need nothing but to be sent, by chapter.
 * ${WRITTEN_BY}
 */
${CHAPTERS.map((group) => `import type { ${typeOf(group)} } from './${nameOf(group)}.ts'`).join('\n')}

${CHAPTERS.map((group) => `export type * from './${nameOf(group)}.ts'`).join('\n')}

export interface SentCalls
  extends ${CHAPTERS.map(typeOf).join(', ')} {}
`

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
    name,
    type: typeOfField(field),
    isOptional: false,
    text: field.text,
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
            name: sdk.argument,
            type: typeOfField(field),
            text: field.text,
            isOptional: !field.isRequired,
          },
        ]
      : [bodyField(call, sdk.argument)]
  }
  if (body)
    return [
      {
        name: 'body',
        type: `BodyOf<'${name}'>`,
        isOptional: false,
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
    name: field,
    type: `BodyOf<'${name}'>['${field}']`,
    isOptional: !found.isRequired,
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
