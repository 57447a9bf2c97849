import { getConfig, type ResponseOf } from '@fornix/contract'
import { useLocation } from 'react-router'
import { paths } from '../base/paths.ts'
import { useCall } from './api.ts'

/** What the server publishes before anybody signs in; fetched once per project. */
export type Config = ResponseOf<typeof getConfig>

/** The configuration of the session's project; before the user chooses one, that of the sign-in page's project. */
export const useConfigQuery = () => {
  const isChoosing = useLocation().pathname === paths.chooseProject
  return useCall(getConfig, {}, { staleTime: Number.POSITIVE_INFINITY, ...(isChoosing && { project: null }) })
}
export const useConfig = (): Config | undefined => useConfigQuery().data
