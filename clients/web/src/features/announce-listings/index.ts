export { ListingNotices } from './ListingNotices.tsx'
