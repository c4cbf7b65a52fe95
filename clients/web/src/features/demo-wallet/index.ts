export { DemoWallet } from './DemoWallet.tsx'
