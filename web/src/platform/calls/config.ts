import { getConfig, type Reply } from '@fornix/contract'
import { useCall } from './api.ts'

/** What the server tells before anybody signs in; fetched once. */
export type Config = Reply<typeof getConfig>
export const useConfig = (): Config | undefined => useCall(getConfig, {}, { staleTime: Number.POSITIVE_INFINITY }).data
