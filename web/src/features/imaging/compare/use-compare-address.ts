import { useSearchParams } from 'react-router'

type Change = { seriesId?: string; compare?: string; compareSeries?: string; link?: 'off' | '' }

/** What is compared stands in the address, so that a reload keeps it. */
export const useCompareAddress = () => {
  const [address, setAddress] = useSearchParams()
  const change = (change: Change) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(change)) {
          if (value === '' && name !== 'compare') next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace: true },
    )
  return {
    series: address.get('seriesId') ?? '',
    /** The study of the second side; empty until one is chosen. */
    otherStudy: address.get('compare') ?? '',
    otherSeries: address.get('compareSeries') ?? '',
    isLinkOff: address.get('link') === 'off',
    change,
    close: () =>
      setAddress((before) => {
        const next = new URLSearchParams(before)
        for (const name of ['compare', 'compareSeries', 'link']) next.delete(name)
        return next
      }),
  }
}
