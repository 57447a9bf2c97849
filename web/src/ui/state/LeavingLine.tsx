import { useNavigation } from 'react-router'

/**
 * While the router waits for a page on a slow connection, the previous one stays and a line under the bar shows that the click registered.
 */
export const LeavingLine = () =>
  useNavigation().state === 'loading' && <div className="busy-line of-page" aria-hidden />
