/** Who may make a call, and from which allowance it draws. */
export const PUBLIC = { auth: 'none', bucket: 'requests' } as const
export const PRIVATE = { auth: 'key', bucket: 'requests', scope: 'read' } as const
/** Not for programs: money and keys. */
export const FULL = { auth: 'key', bucket: 'requests', scope: 'full' } as const
export const ORDERS = { auth: 'key', bucket: 'orders', scope: 'trade', isSigned: true } as const
export const CANCELS = { auth: 'key', bucket: 'cancels', scope: 'trade', isSigned: true } as const
