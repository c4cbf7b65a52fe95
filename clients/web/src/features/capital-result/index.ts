export { CapitalResultHost } from './CapitalResultHost.tsx'
