import * as account from './account/account.contract.ts'
import * as ai from './ai/ai.contract.ts'
import * as model from './ai/model.contract.ts'
import * as billing from './org/billing/billing.contract.ts'
import * as general from './org/general/general.contract.ts'
import * as team from './org/team/team.contract.ts'
import * as addons from './project/addons/addons.contract.ts'
import * as advisors from './project/advisors/advisors.contract.ts'
import { runGraphql } from './project/api/graphql.contract.ts'
import { generateTypescriptTypes } from './project/api/types.contract.ts'
import * as assistant from './project/assistant/assistant.contract.ts'
import * as computeAndDisk from './project/compute-and-disk/compute-and-disk.contract.ts'
import * as content from './project/content/content.contract.ts'
import * as backups from './project/database/backups/backups.contract.ts'
import { checkColumns } from './project/database/columns/columns.contract.ts'
import * as connections from './project/database/connections/connections.contract.ts'
import { listDependents } from './project/database/dependents/dependents.contract.ts'
import { listDatabaseExtensions } from './project/database/extensions/extensions.contract.ts'
import { listDatabaseFunctions } from './project/database/functions/functions.contract.ts'
import * as indexes from './project/database/indexes/indexes.contract.ts'
import * as meta from './project/database/meta/meta.contract.ts'
import * as migrations from './project/database/migrations/migrations.contract.ts'
import { listDatabasePolicies } from './project/database/policies/policies.contract.ts'
import { listDatabasePublications } from './project/database/publications/publications.contract.ts'
import * as roles from './project/database/roles/roles.contract.ts'
import { listDatabaseSchemas } from './project/database/schemas/schemas.contract.ts'
import * as tables from './project/database/tables/tables.contract.ts'
import { listDatabaseTriggers } from './project/database/triggers/triggers.contract.ts'
import { listDatabaseTypes } from './project/database/types/types.contract.ts'
import { listDatabaseViews } from './project/database/views/views.contract.ts'
import { drawSchemas } from './project/database/visualizer/visualizer.contract.ts'
import * as editor from './project/editor/editor.contract.ts'
import * as editorImport from './project/editor/import/import.contract.ts'
import * as home from './project/home/home.contract.ts'
import * as infrastructure from './project/infrastructure/infrastructure.contract.ts'
import * as lifecycle from './project/lifecycle/lifecycle.contract.ts'
import * as upgrade from './project/lifecycle/upgrade.contract.ts'
import { listApiRequests } from './project/logs/requests.contract.ts'
import * as reports from './project/reports/reports.contract.ts'
import * as apiSettings from './project/settings/api/api.contract.ts'
import * as apiKeys from './project/settings/api/keys.contract.ts'
import * as customDomain from './project/settings/custom-domain/custom-domain.contract.ts'
import * as databaseSettings from './project/settings/database/database.contract.ts'
import * as settings from './project/settings/settings.contract.ts'
import * as sqlExport from './project/sql/export.contract.ts'
import { listHistory } from './project/sql/history.contract.ts'
import * as sql from './project/sql/sql.contract.ts'
import * as statements from './project/sql/statements.contract.ts'
import * as storageArchive from './project/storage/storage-archive.contract.ts'
import * as usage from './project/usage/usage.contract.ts'
import * as vault from './project/vault/vault.contract.ts'
import * as projects from './projects/projects.contract.ts'
import { listResourceWarnings } from './projects/resource-warnings.contract.ts'
import { getShell } from './shell.contract.ts'
import * as support from './support/support.contract.ts'
import * as system from './system/system.contract.ts'

/** Every route of the platform, by the address of the screen it belongs to. Paths are relative to `/api`. */
export const contract = {
  system: { health: system.health, setupStatus: system.setupStatus, setup: system.setup },
  shell: { get: getShell },
  account: {
    profile: account.getProfile,
    updateProfile: account.updateProfile,
    changePassword: account.changePassword,
    tokens: account.listTokens,
    createToken: account.createToken,
    deleteToken: account.deleteToken,
  },
  ai: {
    generate: ai.generate,
    complete: ai.complete,
    title: ai.title,
    checkApiKey: ai.checkApiKey,
    model: {
      get: model.getInstanceModel,
      update: model.updateInstanceModel,
      remove: model.removeInstanceModel,
      probe: model.probeInstanceModel,
    },
    organizationModel: {
      get: model.getOrganizationModel,
      update: model.updateOrganizationModel,
      remove: model.removeOrganizationModel,
      probe: model.probeOrganizationModel,
    },
  },
  org: {
    general: {
      list: general.listOrganizations,
      create: general.createOrganization,
      get: general.getOrganization,
      update: general.updateOrganization,
      remove: general.deleteOrganization,
    },
    billing: {
      subscription: billing.getSubscription,
      changePlan: billing.changePlan,
      freeLimitMembers: billing.freeLimitMembers,
    },
    team: {
      listV1: team.listV1Members,
      list: team.listMembers,
      setRoles: team.setMemberRoles,
      remove: team.removeMember,
      leave: team.leaveOrganization,
      invitations: team.listInvitations,
      invite: team.createInvitation,
      withdraw: team.deleteInvitation,
      readInvitation: team.readInvitation,
      accept: team.acceptInvitation,
      signUp: team.signUpWithInvitation,
    },
  },
  support: {
    desk: support.supportDesk,
    create: support.createTicket,
    list: support.listTickets,
    resend: support.resendTicket,
  },
  projects: {
    listV1: projects.listV1Projects,
    getV1: projects.getV1Project,
    create: projects.createProject,
    list: projects.listProjects,
    resourceWarnings: listResourceWarnings,
  },
  project: {
    home: {
      get: home.getProject,
      overview: home.getOverview,
      activity: home.listActivity,
      loadSampleData: home.loadSampleData,
      resetPassword: home.resetDatabasePassword,
    },
    lifecycle: {
      status: lifecycle.status,
      platformStatus: lifecycle.platformStatus,
      reachability: lifecycle.reachability,
      pause: lifecycle.pause,
      pauseV1: lifecycle.pauseV1,
      restart: lifecycle.restart,
      restore: lifecycle.restore,
      restoreV1: lifecycle.restoreV1,
      restoreVersions: lifecycle.restoreVersions,
      restoreVersionsV1: lifecycle.restoreVersionsV1,
      pauseStatus: lifecycle.pauseStatus,
      upgradeEligibilityV1: upgrade.upgradeEligibilityV1,
      upgradeV1: upgrade.upgradeV1,
      upgradeStatusV1: upgrade.upgradeStatusV1,
      remove: lifecycle.remove,
      removeV1: lifecycle.deleteV1,
      healthV1: lifecycle.healthV1,
    },
    database: {
      tables: { get: tables.getTable, definition: tables.getDefinition },
      columns: { check: checkColumns },
      indexes: { list: indexes.listTableIndexes, progress: indexes.listIndexProgress },
      migrations: { list: migrations.listMigrations, get: migrations.getMigration },
      backups: {
        list: backups.listBackups,
        listV1: backups.listBackupsV1,
        downloadable: backups.downloadableBackups,
        download: backups.downloadBackup,
        create: backups.createBackup,
        remove: backups.removeBackup,
        verify: backups.verifyBackup,
        setSchedule: backups.setSchedule,
        restore: backups.restoreBackup,
        pitr: backups.getPitr,
        restorePitr: backups.restorePitr,
        restorePitrV1: backups.restorePitrV1,
        clone: backups.cloneBackup,
        file: backups.download,
      },
      meta: {
        tables: meta.listTables,
        columns: meta.listColumns,
        views: meta.listViews,
        materializedViews: meta.listMaterializedViews,
        foreignTables: meta.listForeignTables,
        functions: meta.listFunctions,
        triggers: meta.listTriggers,
        policies: meta.listPolicies,
        types: meta.listTypes,
        extensions: meta.listExtensions,
        roles: meta.listRoles,
        schemas: meta.listSchemas,
        publications: meta.listPublications,
        indexes: meta.listIndexes,
        columnPrivileges: meta.listColumnPrivileges,
      },
      dependents: listDependents,
      views: listDatabaseViews,
      functions: listDatabaseFunctions,
      triggers: listDatabaseTriggers,
      types: listDatabaseTypes,
      policies: listDatabasePolicies,
      roles: { list: roles.listDatabaseRoles, grants: roles.listDatabaseGrants },
      extensions: listDatabaseExtensions,
      publications: listDatabasePublications,
      schemas: listDatabaseSchemas,
      visualizer: { draw: drawSchemas },
      connections: {
        list: connections.listConnections,
        cancel: connections.cancelConnection,
        terminate: connections.terminateConnection,
      },
    },
    editor: {
      open: editor.openEditor,
      rows: editor.readRows,
      count: editor.countRows,
      value: editor.readValue,
      labels: editor.readLabels,
      sql: editor.rowsSql,
      save: editor.saveChanges,
      import: { begin: editorImport.beginImport, part: editorImport.sendPart, cancel: editorImport.cancelImport },
    },
    storage: {
      createArchive: storageArchive.createStorageArchive,
      getArchive: storageArchive.getStorageArchive,
    },
    settings: {
      rename: settings.renameProject,
      exitSurvey: settings.exitSurvey,
      api: {
        get: apiSettings.getApiSettings,
        keysV1: apiKeys.listApiKeysV1,
        createKeyV1: apiKeys.createApiKeyV1,
        updateKeyV1: apiKeys.updateApiKeyV1,
        deleteKeyV1: apiKeys.deleteApiKeyV1,
        dataApi: apiSettings.getDataApi,
        updateDataApi: apiSettings.updateDataApi,
        updateSecrets: apiSettings.updateSecrets,
        secretsUpdateStatus: apiSettings.secretsUpdateStatus,
        restDocument: apiSettings.getRestDocument,
      },
      database: {
        ssl: databaseSettings.getSslEnforcement,
        setSsl: databaseSettings.setSslEnforcement,
        networks: databaseSettings.getNetworkRestrictions,
        applyNetworks: databaseSettings.applyNetworkRestrictions,
      },
      customDomain: {
        get: customDomain.getCustomHostname,
        initialize: customDomain.initializeCustomHostname,
        reverify: customDomain.reverifyCustomHostname,
        activate: customDomain.activateCustomHostname,
        remove: customDomain.removeCustomHostname,
      },
    },
    computeAndDisk: {
      compute: computeAndDisk.getCompute,
      resize: computeAndDisk.resizeProject,
      disk: computeAndDisk.getDisk,
      setDiskLimit: computeAndDisk.setDiskLimit,
      measureDisk: computeAndDisk.measureDisk,
    },
    infrastructure: { monitoring: infrastructure.getMonitoring },
    addons: {
      get: addons.getAddons,
      getV1: addons.getAddonsV1,
      applyV1: addons.applyAddonV1,
      removeV1: addons.removeAddonV1,
    },
    usage: { get: usage.getUsage },
    assistant: {
      get: assistant.getAssistant,
      chats: {
        list: assistant.listChats,
        create: assistant.createChat,
        get: assistant.getChat,
        update: assistant.updateChat,
        remove: assistant.deleteChat,
        append: assistant.appendMessages,
        clear: assistant.clearMessages,
        follow: assistant.followAnswer,
        stop: assistant.stopAnswer,
      },
    },
    api: { graphql: runGraphql, types: generateTypescriptTypes },
    content: {
      list: content.listContent,
      get: content.getContent,
      save: content.saveContent,
      update: content.updateContent,
      remove: content.deleteContent,
      restore: content.restoreContent,
      revisions: content.listRevisions,
      revision: content.getRevision,
      folders: {
        list: content.listFolders,
        create: content.createFolder,
        update: content.updateFolder,
        remove: content.deleteFolders,
      },
    },
    advisors: { list: advisors.listAdvice, ignore: advisors.ignoreAdvice },
    vault: {
      list: vault.listSecrets,
      create: vault.createSecret,
      reveal: vault.revealSecret,
      update: vault.updateSecret,
      remove: vault.deleteSecret,
    },
    logs: { requests: listApiRequests },
    reports: {
      get: reports.getReport,
      save: reports.saveReport,
      metrics: reports.getReportMetrics,
      requests: reports.getRequestFigures,
    },
    sql: {
      run: sql.runSql,
      runs: sql.listRuns,
      attach: sql.attachRun,
      cancel: sql.cancelRun,
      history: listHistory,
      databaseQuery: sql.databaseQuery,
      export: sqlExport.exportSql,
      exportedFile: sqlExport.exportedFile,
      statements: {
        list: statements.listStatements,
        reset: statements.resetStatements,
        enable: statements.enableStatements,
      },
    },
  },
}
export type Contract = typeof contract
