export { StrayList } from './StrayList.tsx'
