import { PLAN_IDS, PLANS, type PlanId } from '@stoa/contract'
import { COMPARED } from './plan-words.ts'

/**
 * All plans side by side.
 * @param chosen the plan whose column stands out
 */
export function PlanTable({ chosen }: { chosen: PlanId }) {
  const look = (id: PlanId) => (id === chosen ? 'font-medium' : 'font-regular text-fg-2')
  return (
    <table className="w-full text-12">
      <caption className="ui-vh">What each plan allows</caption>
      <thead>
        <tr className="border-b border-line">
          <td />
          {PLAN_IDS.map((id) => (
            <th key={id} scope="col" className={`py-1.5 pl-2 text-left ${look(id)}`}>
              {PLANS[id].name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {COMPARED.map(({ what, of }) => (
          <tr key={what} className="border-b border-line align-top">
            <th scope="row" className="py-1.5 text-left font-regular text-fg-2">
              {what}
            </th>
            {PLAN_IDS.map((id) => (
              <td key={id} className={`num py-1.5 pl-2 ${look(id)}`}>
                {of(PLANS[id])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
