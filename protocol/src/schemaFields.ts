/** A schema as the lines of a table: each field with its depth, what it holds, and whether it may be left out. */
import { z } from 'zod'
import { type FieldTexts, fieldText } from './fieldTexts.ts'

export interface SchemaField {
  /** Empty for the whole of a schema that is no object; `[]` for the elements of a list. */
  readonly name: string
  readonly depth: number
  readonly type: string
  readonly isRequired: boolean
  readonly text?: string
}

/** What of JSON Schema zod writes. */
export interface JsonSchemaNode {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly title?: string
  readonly properties?: Readonly<Record<string, JsonSchemaNode>>
  readonly required?: readonly string[]
  readonly items?: JsonSchemaNode | false
  readonly additionalProperties?: JsonSchemaNode | false
  readonly prefixItems?: readonly JsonSchemaNode[]
  readonly anyOf?: readonly JsonSchemaNode[]
  readonly oneOf?: readonly JsonSchemaNode[]
}

/** `own`: what the call or channel says of its fields itself (`fieldTexts.ts`). */
export function fieldsOf(
  schema: z.ZodType,
  io: 'input' | 'output',
  own?: FieldTexts,
): readonly SchemaField[] {
  const fields: SchemaField[] = []
  const root = z.toJSONSchema(schema, { io }) as JsonSchemaNode
  if (root.properties) addProperties(root, 0)
  else add('', root, 0, true)
  return fields

  function addProperties({ properties = {}, required = [] }: JsonSchemaNode, depth: number): void {
    for (const [name, node] of Object.entries(properties)) add(name, node, depth, required.includes(name))
  }
  function add(name: string, node: JsonSchemaNode, depth: number, isRequired: boolean): void {
    const text = fieldText(own, name)
    fields.push({ name, depth, type: typeOf(node), isRequired, ...(text === undefined ? {} : { text }) })
    const inner = withFields(node)
    if (inner) addProperties(inner, depth + 1)
  }
}

/** The object of which the node is one, a list, a choice with null, or a directory by names that are not known before. */
function withFields(node: JsonSchemaNode): JsonSchemaNode | undefined {
  if (node.properties) return node
  if (node.items) return withFields(node.items)
  if (node.additionalProperties) return withFields(node.additionalProperties)
  return [...(node.anyOf ?? []), ...(node.oneOf ?? [])].map(withFields).find((found) => found !== undefined)
}

function typeOf(node: JsonSchemaNode): string {
  if (node.title !== undefined) return node.title
  if (node.const !== undefined) return JSON.stringify(node.const)
  if (node.enum) return node.enum.map(String).join(' | ')
  const choices = node.anyOf ?? node.oneOf
  if (choices) return choices.map(typeOf).join(' or ')
  if (Array.isArray(node.type)) return node.type.map((type: string) => typeOf({ ...node, type })).join(' or ')
  if (node.prefixItems) return `[${node.prefixItems.map(typeOf).join(', ')}]`
  if (node.type === 'array') return `list of ${node.items ? typeOf(node.items) : 'anything'}`
  return node.type === 'string' ? 'text' : String(node.type ?? 'anything')
}
