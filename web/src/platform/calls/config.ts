import { getConfig, type Reply } from '@fornix/contract'
import { useLocation } from 'react-router'
import { paths } from '../base/paths.ts'
import { useCall } from './api.ts'

/** What the server tells before anybody signs in; fetched once for each project. */
export type Config = Reply<typeof getConfig>

/** Of the session's project; while the person still chooses one, of the project whose entrance this is. */
export const useConfigQuery = () => {
  const isChoosing = useLocation().pathname === paths.chooseProject
  return useCall(getConfig, {}, { staleTime: Number.POSITIVE_INFINITY, ...(isChoosing && { project: null }) })
}
export const useConfig = (): Config | undefined => useConfigQuery().data
