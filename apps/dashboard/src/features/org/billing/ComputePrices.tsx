import { COMPUTE_IDS, COMPUTE_SIZES, planAllowsCompute, type Subscription } from '@stoa/contract'
import { Badge, type Column, Dash, DataList, formatBytes, formatNumber, SettingsRow } from '@stoa/ui'
import { priceWords } from './plan-words.ts'

const MB = 1024 * 1024
type Price = Subscription['compute_prices'][number]

/** What each compute size has, what it costs where the operator has set prices, and who uses it. */
export function ComputePrices({ subscription }: { subscription: Subscription }) {
  const priced = subscription.compute_prices.some(({ price_per_month }) => price_per_month !== null)
  const columns: Column<Price>[] = [
    {
      key: 'name',
      header: 'Size',
      narrow: 'title',
      cell: ({ id }) => (
        <span className="flex items-center gap-2">
          <span className="font-medium">{COMPUTE_SIZES[id].name}</span>
          <span className="wide:hidden text-fg-3">{formatBytes(COMPUTE_SIZES[id].memoryMb * MB)}</span>
          {planAllowsCompute(subscription.plan.id, id) ? null : <Badge>not in this plan</Badge>}
        </span>
      ),
    },
    {
      key: 'memory',
      header: 'Memory',
      align: 'end',
      cell: ({ id }) => formatBytes(COMPUTE_SIZES[id].memoryMb * MB),
    },
    { key: 'connections', header: 'Connections', align: 'end', cell: ({ id }) => COMPUTE_SIZES[id].maxConnections },
    {
      key: 'projects',
      header: 'Projects',
      align: 'end',
      cell: ({ projects }) => (projects === 0 ? <Dash /> : formatNumber(projects)),
    },
    {
      key: 'price',
      header: priced ? 'Price a month' : 'Price',
      align: 'end',
      narrow: 'end',
      cell: ({ price_per_month }) => priceWords(price_per_month),
    },
  ]
  return (
    <SettingsRow
      title="Compute sizes"
      description={
        priced
          ? 'The prices are those of whoever runs this installation.'
          : 'Whoever runs this installation has set no prices.'
      }
    >
      <DataList
        label="Compute sizes"
        columns={columns}
        rows={COMPUTE_IDS.flatMap((id) => subscription.compute_prices.filter((price) => price.id === id))}
        rowKey={({ id }) => id}
      />
    </SettingsRow>
  )
}
