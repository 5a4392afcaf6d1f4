### Textos da administração.

admin-title = Administração
admin-sections-label = Seções da administração
admin-sections-overview = Visão geral
admin-sections-reports = Denúncias
admin-sections-quarantine = Quarentena
admin-sections-accounts = Contas
admin-sections-blocks = Bloqueios
admin-sections-jobs = Tarefas
admin-sections-webhooks = Webhooks
admin-sections-audit = Log de auditoria
admin-forbidden = Você precisa de acesso de administrador.
admin-more = Mostrar mais
admin-overview-health = Integridade
admin-overview-running = Versão { $version }, em execução há { DURATION($seconds) }
admin-overview-statuses-ok = OK
admin-overview-statuses-degraded = Degradado
admin-overview-statuses-down = Fora do ar
admin-overview-checks-database = Banco de dados
admin-overview-checks-storage = Armazenamento
admin-overview-checks-disk = Disco
admin-overview-checks-decoder = Decodificador
admin-overview-checks-jobs = Tarefas
admin-overview-checks-limits = Limites
admin-overview-totals = Totais
admin-overview-days = Últimos 30 dias
admin-overview-images = Imagens
admin-overview-bytes = Bytes
admin-overview-accounts = Contas
admin-overview-albums = Álbuns
admin-overview-blobs = Arquivos
admin-overview-uploads = Envios
admin-overview-upload_bytes = Bytes enviados
admin-overview-requests = Solicitações
admin-overview-refusals = Solicitações recusadas
admin-accounts-search = Buscar por e-mail ou nome
admin-accounts-plan = Plano
admin-accounts-any-plan = Qualquer plano
admin-accounts-suspension = Suspensas
admin-accounts-plan-of = Plano de { $email }
admin-accounts-suspended = suspensa: { TIME($when) }
admin-accounts-suspend = Suspender
admin-accounts-suspend-title = Suspender { $email }?
admin-accounts-suspend-text = A sessão será encerrada e as chaves de API vão parar de funcionar.
admin-accounts-hide-images = Colocar as imagens em quarentena durante a suspensão
admin-accounts-resume = Reativar
admin-accounts-resume-title = Reativar { $email }?
admin-accounts-resume-text = As chaves de API voltam a funcionar, e as imagens colocadas em quarentena com a conta são liberadas.
admin-accounts-is-admin = administrador
admin-accounts-changed = Conta alterada
admin-accounts-kept = { $images ->
    [one] { $images } imagem, { SIZE($bytes) }
   *[other] { $images } imagens, { SIZE($bytes) }
}
admin-reports-state = Mostrar
admin-reports-reveal = Mostrar imagem
admin-reports-hide = Desfocar imagem
admin-reports-gone = Esta imagem não existe mais
admin-reports-dismiss = Descartar
admin-reports-takedown = Remover
admin-reports-takedown_and_suspend = Remover e suspender
admin-reports-note = Observação
admin-reports-reasons-illegal = Ilegal
admin-reports-reasons-abuse = Abuso
admin-reports-reasons-copyright = Direitos autorais
admin-reports-reasons-privacy = Privacidade
admin-reports-reasons-spam = Spam
admin-reports-reasons-other = Outro
admin-reports-texts-dismiss = A imagem continua on-line. Todas as denúncias abertas sobre ela são encerradas.
admin-reports-texts-takedown = { $copies ->
    [one] Exclui definitivamente esta imagem e bloqueia novos envios dela.
   *[other] Exclui definitivamente todas as { $copies } cópias idênticas e bloqueia novos envios.
}
admin-reports-texts-takedown_and_suspend = { $copies ->
    [one] Exclui definitivamente esta imagem, bloqueia novos envios dela e suspende a conta que a enviou.
   *[other] Exclui definitivamente todas as { $copies } cópias idênticas, bloqueia novos envios e suspende a conta que enviou a imagem.
}
admin-quarantine-causes-administrator = Por um administrador
admin-quarantine-causes-account = Conta suspensa
admin-quarantine-causes-validator = Pelo validador externo
admin-quarantine-since = desde { TIME($when) }
admin-quarantine-release = Liberar
admin-quarantine-released = Imagem liberada
admin-quarantine-reason = Motivo
admin-quarantine-block = Bloquear novos envios desta imagem
admin-quarantine-taken-down = Imagem removida
admin-blocks-unblock = Desbloquear
admin-blocks-unblock-title = Permitir que esta imagem seja enviada de novo?
admin-blocks-unblocked = Imagem desbloqueada
admin-jobs-state = Mostrar
admin-jobs-attempts = { $count ->
    [one] { $count } tentativa, próxima: { TIME($when) }
   *[other] { $count } tentativas, próxima: { TIME($when) }
}
admin-jobs-retry = Tentar de novo
admin-jobs-retried = Tarefa agendada
admin-jobs-remove = Descartar
admin-jobs-remove-title = Descartar esta tarefa?
admin-jobs-removed = Tarefa descartada
admin-accounts-suspension-all = Todas
admin-accounts-suspension-true = Sim
admin-accounts-suspension-false = Não
admin-reports-state-open = Abertas
admin-reports-state-dismissed = Descartadas
admin-reports-state-taken_down = Removidas
admin-reports-state-all = Todas
admin-reports-by = por { $email }
admin-jobs-state-dead = Tarefas com falha
admin-jobs-state-waiting = Em espera
admin-jobs-state-running = Em execução
admin-reports-keys = Atalhos de teclado
admin-reports-key-j = Próxima imagem
admin-reports-key-k = Imagem anterior
admin-reports-key-x = Selecionar ou desmarcar
admin-reports-key-d = Descartar as denúncias
admin-reports-key-t = Remover a imagem
admin-reports-key-s = Remover e suspender a conta que enviou
admin-reports-key-help = Mostrar estes atalhos
admin-reports-empty-open = Nenhuma denúncia aberta
admin-reports-empty-dismissed = Nenhuma denúncia descartada
admin-reports-empty-taken_down = Nenhuma imagem removida
admin-reports-empty-all = Nenhuma denúncia
admin-reports-select = Selecionar { $name }
admin-reports-select-all = Selecionar tudo
admin-reports-select-none = Limpar seleção
admin-reports-bulk = Ações para as imagens selecionadas
admin-reports-selected = { $count ->
    [one] { $count } imagem selecionada
   *[other] { $count } imagens selecionadas
}
admin-reports-reason = { $reason } ({ $count })
admin-reports-times = { $count ->
    [one] { $count } denúncia, { TIME($last) }
   *[other] { $count } denúncias, primeira: { TIME($first) }, última: { TIME($last) }
}
admin-reports-anonymous = Envio anônimo
admin-reports-copies = { $count ->
    [one] { $count } cópia
   *[other] { $count } cópias idênticas
}
admin-reports-title-dismiss = { $count ->
    [one] Descartar todas as denúncias desta imagem?
   *[other] Descartar todas as denúncias de { $count } imagens?
}
admin-reports-title-takedown = { $count ->
    [one] Remover esta imagem?
   *[other] Remover { $count } imagens?
}
admin-reports-title-takedown_and_suspend = { $count ->
    [one] Remover esta imagem e suspender a conta que a enviou?
   *[other] Remover { $count } imagens e suspender as contas que as enviaram?
}
admin-reports-more = { $count ->
    [one] E mais { $count } imagem
   *[other] E mais { $count } imagens
}
admin-reports-suspends = Suspende { $emails }.
admin-reports-done-dismiss = { $count ->
    [one] Denúncias descartadas
   *[other] Denúncias de { $count } imagens descartadas
}
admin-reports-done-takedown = { $count ->
    [one] Imagem removida
   *[other] { $count } imagens removidas
}
admin-reports-done-takedown_and_suspend = { $count ->
    [one] Imagem removida, conta suspensa
   *[other] { $count } imagens removidas, contas suspensas
}
admin-reports-failed = { $count ->
    [one] { $count } imagem falhou: { $reason }
   *[other] { $count } imagens falharam: { $reason }
}
admin-quarantine-empty = Nenhuma imagem em quarentena
admin-quarantine-texts-takedown = { $copies ->
    [one] Exclui definitivamente esta imagem.
   *[other] Exclui definitivamente todas as { $copies } cópias idênticas desta imagem.
}
admin-blocks-empty = Nenhuma imagem bloqueada
admin-audit-empty = Nenhum registro
admin-jobs-state-all = Todas
admin-jobs-empty-dead = Nenhuma tarefa com falha
admin-jobs-empty-waiting = Nenhuma tarefa em espera
admin-jobs-empty-running = Nenhuma tarefa em execução
admin-jobs-empty-all = Nenhuma tarefa
admin-accounts-empty = Nenhuma conta encontrada
admin-accounts-images = Imagens
admin-accounts-no-images = Nenhuma imagem
admin-accounts-actions = Ações para { $email }
admin-accounts-last-seen = último acesso: { TIME($when) }
admin-accounts-is-suspended = suspensa
admin-accounts-plan-title = Alterar o plano de { $email }?
admin-accounts-plan-text = De { $from } para { $to }. Os novos limites valem a partir da próxima solicitação.
admin-accounts-plan-change = Alterar plano
admin-images-views = { $count ->
    [one] { $count } visualização
   *[other] { $count } visualizações
}
admin-overview-reported = { $count ->
    [one] { $count } imagem denunciada aguarda uma decisão
   *[other] { $count } imagens denunciadas aguardam uma decisão
}
admin-overview-failed-jobs = { $count ->
    [one] { $count } tarefa com falha
   *[other] { $count } tarefas com falha
}
admin-accounts-order = Ordenar por
admin-accounts-order-newest = Mais recentes
admin-accounts-order-bytes = Mais bytes
admin-accounts-order-images = Mais imagens
admin-accounts-order-used = Último uso
admin-accounts-order-unused = Há mais tempo sem uso
admin-uploader-open = Tudo deste remetente
admin-uploader-title = Imagens de um remetente
admin-uploader-count = Imagens nas últimas 24 horas: { $count }
admin-uploader-action = O que acontece com elas
admin-uploader-actions-hide = Ocultar dos visitantes
admin-uploader-actions-delete = Excluir
admin-uploader-actions-takedown = Excluir e bloquear novos envios
admin-uploader-block = Recusar envios deste remetente por 7 dias
admin-uploader-apply = Aplicar a todas
admin-uploader-progress = Feitas até agora: { $count }
admin-uploader-done = Todas as imagens deste remetente foram tratadas.
admin-tasks-hide = Ocultar imagens
admin-tasks-show = Mostrar imagens
admin-tasks-delete = Excluir imagens
admin-tasks-account = Excluir conta
admin-tasks-title-hide = Ocultar as imagens de { $email }?
admin-tasks-title-show = Mostrar novamente as imagens ocultas de { $email }?
admin-tasks-title-delete = Excluir as imagens de { $email }?
admin-tasks-title-account = Excluir a conta { $email }?
admin-tasks-hide_images = Ocultando imagens
admin-tasks-show_images = Mostrando imagens
admin-tasks-delete_images = Excluindo imagens
admin-tasks-delete_account = Excluindo a conta
admin-tasks-progress = { $done } de { $images }, { SIZE($bytes) }
admin-tasks-done = Concluído: { $done }, { SIZE($bytes) }
admin-tasks-count = { $images ->
    [one] { $images } imagem, { SIZE($bytes) }
   *[other] { $images } imagens, { SIZE($bytes) }
}
admin-tasks-period = Enviadas
admin-tasks-period-0 = A qualquer momento
admin-tasks-period-1 = No último dia
admin-tasks-period-7 = Nos últimos 7 dias
admin-tasks-held = Também as que um administrador ou o validador colocou em quarentena
admin-sections-images = Buscar imagem
admin-sections-networks = Redes
admin-overview-checks-backup = Backup
admin-overview-last-backup = Último bom há { DURATION($seconds) }
admin-export = Exportar dados
admin-networks-empty = Nenhuma rede bloqueada
admin-networks-add = Bloquear uma rede
admin-networks-text = Envios, cadastros e logins vindos dela são recusados. As imagens continuam visíveis.
admin-networks-network = Endereço ou rede
admin-networks-hint = Por exemplo, 203.0.113.0/24 ou 2001:db8::/48
admin-networks-wrong = Digite um endereço ou uma rede: IPv4 de /8 a /32, IPv6 de /16 a /64.
admin-networks-period = Bloqueada por
admin-networks-period-1 = 1 dia
admin-networks-period-7 = 7 dias
admin-networks-period-30 = 30 dias
admin-networks-period-0 = Até ser desbloqueada
admin-networks-block = Bloquear rede
admin-networks-blocked = Rede bloqueada
admin-networks-uploader = Um remetente anônimo
admin-networks-ends = até { TIME($when) }
admin-networks-endless = até ser desbloqueada
admin-networks-unblock-title = Desbloquear { $network }?
admin-networks-unblock-text = Envios, cadastros e logins vindos dela voltam a ser aceitos.
admin-networks-unblocked = Rede desbloqueada
admin-images-search = ID da imagem ou link
admin-images-wrong = Digite o ID de uma imagem ou um link para ela.
admin-images-find = Buscar
admin-images-hide = Pôr em quarentena
admin-images-hidden = Imagem em quarentena
admin-uploader-actions-show = Mostrar de novo as ocultas
admin-images-reports = { $count ->
    [one] { $count } denúncia aberta
   *[other] { $count } denúncias abertas
}
admin-accounts-deleted = Conta excluída
admin-sections-registrations = Cadastros
admin-registrations-waiting = Contas em espera
admin-registrations-none-waiting = Nenhuma conta em espera
admin-registrations-verified = endereço confirmado
admin-registrations-unverified = endereço não confirmado
admin-registrations-approve = Aprovar
admin-registrations-approved = { $email } aprovada
admin-registrations-reject = Rejeitar
admin-registrations-reject-title = Rejeitar { $email }?
admin-registrations-reject-text = A conta é excluída. O endereço pode se cadastrar de novo.
admin-registrations-rejected = { $email } rejeitada
admin-registrations-invitations = Convites
admin-registrations-no-invitations = Nenhum convite
admin-registrations-invitation = Convite
admin-registrations-invite = Novo convite
admin-registrations-used = { $used } de { $uses } usados
admin-registrations-until = até { TIME($when) }
admin-registrations-revoke = Revogar
admin-registrations-revoke-title = Revogar este convite?
admin-registrations-revoke-text = O link deixa de funcionar. As contas criadas com ele permanecem.
admin-registrations-created = Convite criado
admin-registrations-created-text = Copie o link agora. Ele não será mostrado de novo.
admin-registrations-link = Link do convite
admin-registrations-uses = Número de contas
admin-registrations-wrong-uses = Informe um número de 1 a 10.000.
admin-registrations-valid = Válido
admin-registrations-plan = Plano das contas
admin-registrations-email = Endereço de e-mail
admin-registrations-email-hint = Só este endereço pode usar o convite.
admin-registrations-wrong-email = Informe um endereço de e-mail válido.
admin-registrations-note = Nota para administradores
admin-registrations-create = Criar convite
