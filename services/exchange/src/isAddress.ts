/** An EVM address in lower case that can have an owner: the zero address has none. */
const ADDRESS = /^0x[0-9a-f]{40}$/
const ZERO_ADDRESS = `0x${'0'.repeat(40)}`

export const isAddress = (text: string): boolean => ADDRESS.test(text) && text !== ZERO_ADDRESS
