import { useQuery } from '@tanstack/react-query'
import { buildClientSchema, type GraphQLSchema, getIntrospectionQuery, type IntrospectionQuery } from 'graphql'
import { client } from '../../../../api/client.ts'

const QUERY = getIntrospectionQuery({ descriptions: true })

/** What a project's GraphQL knows of itself. Building it on the server can take seconds after a change. */
export const useSchema = (ref: string, enabled: boolean) =>
  useQuery({
    queryKey: ['graphql schema', ref],
    enabled,
    retry: false,
    staleTime: 60_000,
    structuralSharing: false,
    queryFn: async ({ signal }): Promise<GraphQLSchema> => {
      const { data, errors } = await client.project.api.graphql({ ref, query: QUERY, role: 'service_role' }, { signal })
      if (data === undefined || data === null) throw new Error(errors?.[0]?.message ?? 'The schema is empty')
      return buildClientSchema(data as IntrospectionQuery)
    },
  })
