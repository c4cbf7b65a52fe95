/**
 * One form of an e-mail address, by which people are told apart: trimmed, NFKC, lower case, the domain in ASCII. Dots and
 * plus signs stay: what they mean is the mail server's business. undefined = no address.
 */
import { domainToASCII } from 'node:url'

const LOCAL = /^[^\s@"(),:;<>[\\\]\p{C}]{1,64}$/u
const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

export function normalEmail(text: string): string | undefined {
  const plain = text.trim().normalize('NFKC').toLowerCase()
  const at = plain.lastIndexOf('@')
  const local = plain.slice(0, Math.max(at, 0))
  const domain = domainToASCII(plain.slice(at + 1))
  if (at < 1 || !LOCAL.test(local) || !DOMAIN.test(domain)) return undefined
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return undefined
  return `${local}@${domain}`
}
