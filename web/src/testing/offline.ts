import { onlineManager } from '@tanstack/react-query'
import { onTestFinished, vi } from 'vitest'

/** The network is gone until the returned function brings it back, whatever response of an earlier call still arrives. */
export const goOffline = () => {
  const held = vi.spyOn(onlineManager, 'isOnline').mockReturnValue(false)
  const comeBack = () => {
    held.mockRestore()
    onlineManager.setOnline(false)
    onlineManager.setOnline(true)
  }
  onTestFinished(comeBack)
  return comeBack
}
