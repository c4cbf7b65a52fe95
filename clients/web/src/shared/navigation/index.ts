export * from './appNavigate.ts'
export * from './customNetworkPath.ts'
