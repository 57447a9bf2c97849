import { useNavigation } from 'react-router'

/** While the router waits for a page on a slow link: the one before stays, and a line under the bar says that the press was heard. */
export const LeavingLine = () =>
  useNavigation().state === 'loading' && <div className="busy-line of-page" aria-hidden />
