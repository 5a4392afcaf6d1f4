### Textos dos erros, pelo código da API.

error-unknown = Algo deu errado. Tente de novo.
error-network = Parece que você está off-line. Verifique sua conexão e tente de novo.
error-unexpected-answer = Algo deu errado. Tente de novo.
error-task-not-found = Esta tarefa não existe mais.
error-task-in-progress = Outra tarefa está processando as imagens desta conta. Aguarde até que termine.
error-invalid-file-type = { $accepted ->
    [none] Formato de imagem não aceito.
   *[other] Formato de imagem não aceito. Use { $accepted }.
}
error-content-blocked = Esta imagem não é permitida aqui.
error-content-refused = Esta imagem não é permitida aqui.
error-invalid-image = Esta imagem está corrompida ou incompleta e não pode ser aberta.
error-image-dimensions-exceeded = { $megapixels ->
    [0] Pixels demais. Redimensione a imagem e tente de novo.
   *[other] Pixels demais (máx. { $megapixels } megapixels). Redimensione a imagem e tente de novo.
}
error-empty-file = Este arquivo está vazio.
error-missing-file = Nenhum arquivo chegou. Escolha-o de novo.
error-too-many-files = Arquivos demais de uma vez.
error-invalid-album = Este nome de álbum não pode ser usado. Use até 255 caracteres visíveis.
error-invalid-expiry = Esta expiração não pode ser usada.
error-missing-api-key = Sua sessão foi encerrada. Entre para continuar; suas alterações foram mantidas.
error-invalid-api-key = Sua sessão foi encerrada. Entre para continuar; suas alterações foram mantidas.
error-invalid-credentials = O e-mail ou a senha está incorreto.
error-wrong-password = Esta não é a sua senha.
error-export-in-progress = Um download dos seus dados já está em andamento. Tente de novo quando ele terminar.
error-invalid-second-factor = { $factor ->
    [code] Este código está incorreto ou já foi usado. Aguarde o próximo.
    [recovery_code] Este código de recuperação está incorreto ou já foi usado.
    [passkey] Esta chave de acesso não pode ser usada aqui.
   *[other] Demorou demais. Comece de novo.
}
error-second-factor-missing = Administradores precisam da verificação em duas etapas aqui. Ative-a em Conta › Segurança ou entre com ela.
error-second-factor-exists = Sua conta já tem este item.
error-forbidden = Você não tem permissão para fazer isso.
error-storage-quota-exceeded = Seu armazenamento está cheio. Exclua algumas imagens e tente de novo.
error-account-suspended = Esta conta está suspensa.
error-registration-closed = O cadastro está fechado.
error-challenge-required = Este servidor verifica se você não é um programa. Tente novamente.
error-challenge-failed = A verificação demorou demais ou já foi usada. Tente novamente.
error-challenge-insecure = Este servidor pede um cálculo que os navegadores só fazem em páginas https.
error-invitation-required = Você precisa de um convite para se cadastrar aqui.
error-invalid-invitation = Este convite não é válido. Pode ter expirado, se esgotado ou ser para outro endereço.
error-email-domain-refused = Endereços de e-mail deste domínio não são aceitos aqui.
error-account-waiting = Esta conta ainda não pode ser usada.
error-registration-full = Há contas novas demais em espera. Tente mais tarde.
error-account-not-waiting = Esta conta não está aguardando aprovação.
error-invitation-not-found = Este convite não existe mais.
error-image-not-found = Esta imagem não existe mais.
error-album-not-found = Este álbum não existe mais.
error-key-not-found = Esta chave não existe mais.
error-webhook-not-found = Este webhook não existe mais.
error-delivery-not-found = Esta entrega não está mais guardada.
error-album-exists = Você já tem um álbum com este nome.
error-email-taken = Já existe uma conta com este endereço de e-mail.
error-request-timeout = A conexão estava lenta demais. Tente de novo.
error-idempotency-in-progress = Este arquivo já está sendo processado. Tente de novo em instantes.
error-file-too-large = O arquivo é grande demais. O limite é { SIZE($limit) }.
error-request-too-large = Coisas demais de uma vez.
error-rate-limit-exceeded = Limite por hora atingido. Tente de novo mais tarde.
error-rate-limit-exceeded-wait = Limite por hora atingido. Tente de novo em { DURATION($seconds) }.
error-too-many-attempts = Tentativas demais. Tente de novo mais tarde.
error-too-many-attempts-wait = Tentativas demais. Tente de novo em { DURATION($seconds) }.
error-too-many-guesses = Senhas incorretas demais. Entre em um dispositivo que você já usou ou redefina sua senha.
error-internal-error = Algo deu errado do nosso lado. Tente de novo.
error-internal-error-reference = Algo deu errado do nosso lado. Tente de novo (referência { $id }).
error-storage-unavailable = Não é possível armazenar arquivos agora. Tente de novo mais tarde.
error-storage-unavailable-wait = Não é possível armazenar arquivos agora. Tente de novo em { DURATION($seconds) }.
error-service-unavailable = O serviço está ocupado. Tente de novo mais tarde.
error-service-unavailable-wait = O serviço está ocupado. Tente de novo em { DURATION($seconds) }.
error-account-changed = Você agora está em outra conta, por isso nada foi alterado.
error-invalid-parameter = Algo que você digitou não pode ser usado. Verifique e tente de novo.
error-invalid-request = Algo deu errado. Tente de novo.
error-sign-in-failed = Não foi possível entrar. Tente de novo.
error-second-factor-required = Falta mais um passo para entrar.
error-insufficient-scope = Você não tem permissão para fazer isso.
error-account-not-found = Esta conta não existe mais.
error-session-not-found = Esta sessão já foi encerrada.
error-second-factor-not-found = Este item já foi removido.
error-deletion-not-found = Esta exclusão não foi encontrada.
error-block-not-found = Este bloqueio já foi removido.
error-job-not-found = Esta tarefa não existe mais.
error-job-locked = Esta tarefa não pode ser alterada agora.
error-report-not-found = Esta denúncia não existe mais.
error-report-resolved = Esta denúncia já foi resolvida.
error-image-already-owned = Esta imagem já pertence a uma conta.
error-thumbnail-not-found = Esta imagem não tem miniatura.
error-variant-not-found = Esta versão da imagem não existe.
error-idempotency-key-reused = Este arquivo mudou desde a primeira tentativa. Escolha-o de novo.
error-album-locked = Este álbum precisa de uma senha.
error-album-ended = Este álbum não está mais compartilhado.
error-download-not-allowed = Os downloads estão desativados neste álbum.
error-export-not-found = Esta exportação expirou. Inicie uma nova.
error-too-many-uploads = Há envios inacabados demais. Espere alguns terminarem.
error-upload-not-found = Este envio expirou. Comece de novo.
error-network-blocked = Envios e acessos a partir da sua rede estão bloqueados.
error-network-block-not-found = Esta rede não está mais bloqueada.
error-uploader-unknown = Não se sabe quem enviou esta imagem.
error-anonymous-uploads-off = Este servidor só aceita envios de contas. Entre primeiro.
error-storage-full = O serviço não tem mais armazenamento. Tente mais tarde.
