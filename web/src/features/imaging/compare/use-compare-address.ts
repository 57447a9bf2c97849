import { useAddress } from '../../../platform/base/use-address.ts'

type Change = { seriesId?: string; compare?: string; compareSeries?: string; link?: 'off' | '' }

/** The comparison is kept in the address, so that it survives a reload. */
export const useCompareAddress = () => {
  const [address, changeAddress] = useAddress()
  const change = (change: Change) =>
    changeAddress(
      (next) => {
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
      changeAddress((next) => {
        for (const name of ['compare', 'compareSeries', 'link']) next.delete(name)
        return next
      }),
  }
}
